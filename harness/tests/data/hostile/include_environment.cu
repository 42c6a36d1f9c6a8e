// Reads the environment of the compiler's process.
#define FILE_NAME "/proc/self/environ"
#include FILE_NAME
__global__ void k() {}
