// Launches of small kernels for the simulator's tests.
#pragma once

#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/launch.hpp"
#include "ptx/parser.hpp"
#include "sim/simulator.hpp"

namespace bankcheck::sim {

inline Program program_of(const std::string& ptx) {
  auto module = ptx::parse(ptx, "test.ptx");
  if (!module) {
    ADD_FAILURE() << base::render(module.errors());
    std::abort();
  }
  auto program = Program::load(std::make_shared<const ptx::Module>(std::move(module).value()));
  return std::move(program).value();
}

inline std::string read_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file) << path;
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A launch that is put together argument by argument.
class LaunchBuilder {
 public:
  LaunchBuilder(std::string kernel, base::Dim3 grid, base::Dim3 block) {
    launch_.kernel = std::move(kernel);
    launch_.grid = grid;
    launch_.block = block;
  }

  /// A buffer of `length` elements; element i holds `value(i)`.
  template <class Value>
  LaunchBuilder& buffer(base::ElementType type, std::size_t length, Value value) {
    base::Buffer buffer{"buffer" + std::to_string(launch_.buffers.size()), type, {}};
    buffer.bytes.resize(length * base::size_bytes(type));
    for (std::size_t i = 0; i < length; ++i)
      base::set_element(buffer, i, static_cast<double>(value(i)));
    launch_.arguments.push_back(base::BufferArgument{launch_.buffers.size()});
    launch_.buffers.push_back(std::move(buffer));
    return *this;
  }
  LaunchBuilder& zeros(base::ElementType type, std::size_t length) {
    return buffer(type, length, [](std::size_t) { return 0; });
  }
  template <class T>
  LaunchBuilder& scalar(T value) {
    base::ScalarArgument argument;
    argument.bytes.resize(sizeof(value));
    std::memcpy(argument.bytes.data(), &value, sizeof(value));
    launch_.arguments.push_back(std::move(argument));
    return *this;
  }
  LaunchBuilder& dynamic_shared(std::uint32_t bytes) {
    launch_.dynamic_shared_bytes = bytes;
    return *this;
  }

  LaunchResult run(const Program& program, const Options& options = {}) {
    auto result = sim::run(program, launch_, options);
    if (!result) {
      ADD_FAILURE() << base::render(result.errors());
      return {};
    }
    return std::move(result).value();
  }
  double element(std::size_t buffer, std::size_t index) const {
    return base::element_as_double(launch_.buffers[buffer], index);
  }
  base::Launch& launch() { return launch_; }

 private:
  base::Launch launch_;
};

}  // namespace bankcheck::sim
