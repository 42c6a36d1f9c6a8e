// An open file that closes itself.
#pragma once

#include <utility>

namespace bankcheck::gpu {

class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int number) : number_(number) {}
  FileDescriptor(FileDescriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~FileDescriptor() { reset(); }

  int get() const { return number_; }
  bool is_open() const { return number_ >= 0; }
  void reset();

 private:
  int number_ = -1;
};

}  // namespace bankcheck::gpu
