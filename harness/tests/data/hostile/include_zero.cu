// Never ends.
#define FILE_NAME "/dev/zero"
#include FILE_NAME
__global__ void k() {}
