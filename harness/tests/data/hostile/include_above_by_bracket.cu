// Leaves the compiler's folders.
#include <../../etc/passwd>
__global__ void k() {}
