// A hundred thousand instructions in one statement of assembly.
#define A "add.u32 r0, r0, 1;"
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
#define E D D D D D D D D D D
#define F E E E E E E E E E E
__global__ void k() { asm volatile("{ .reg .u32 r0; mov.u32 r0, 0; " F "}"); }
