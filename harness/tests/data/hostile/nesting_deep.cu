// A hundred thousand parentheses: the parser recurses.
#define A ((((((((((
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
__device__ int x = E 1;
