#include "gpu/shared_library.hpp"

#include <dlfcn.h>

namespace bankcheck::gpu {

SharedLibrary::SharedLibrary(std::span<const char* const> names) {
  for (const char* name : names) {
    handle_.reset(dlopen(name, RTLD_NOW | RTLD_LOCAL));
    if (handle_) return;
    if (trouble_.empty()) trouble_ = dlerror();
  }
}

void SharedLibrary::Closer::operator()(void* handle) const { dlclose(handle); }

void* SharedLibrary::symbol(const char* name) const {
  return handle_ ? dlsym(handle_.get(), name) : nullptr;
}

}  // namespace bankcheck::gpu
