// The base layer's open file, by its short name here.
#pragma once

#include "base/file_descriptor.hpp"

namespace bankcheck::sandbox {

using base::FileDescriptor;
using base::uninterrupted;

}  // namespace bankcheck::sandbox
