// Waits for a terminal.
#define FILE_NAME "/dev/stdin"
#include FILE_NAME
__global__ void k() {}
