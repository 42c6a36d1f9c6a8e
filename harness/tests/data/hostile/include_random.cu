// Never ends, and is noise.
#define FILE_NAME "/dev/urandom"
#include FILE_NAME
__global__ void k() {}
