#include "batch/run_tool.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file_descriptor.hpp"
#include "batch/process_pool.hpp"

namespace bankcheck::batch {
namespace {

constexpr std::size_t kMostOutput = std::size_t{16} << 20;

struct Stream {
  base::FileDescriptor read_end;
  base::FileDescriptor write_end;
  std::string text;

  bool open() {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    read_end = base::FileDescriptor(ends[0]);
    write_end = base::FileDescriptor(ends[1]);
    return true;
  }

  void read_some() {
    std::array<char, 65536> buffer;
    const ssize_t count = base::uninterrupted(
        [&] { return ::read(read_end.number(), buffer.data(), buffer.size()); });
    if (count <= 0 || text.size() > kMostOutput) {
      read_end.close();
    } else {
      text.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }
};

[[noreturn]] void be_tool(const std::vector<char*>& arguments, int out, int error) {
  ::setsid();
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  ::dup2(null, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(error, STDERR_FILENO);
  ::execv(arguments.front(), arguments.data());
  ::_exit(127);
}

/// Reads both streams until both are closed; false when the time is over before.
bool read_all(Stream& out, Stream& error, double seconds) {
  using Clock = std::chrono::steady_clock;
  const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
  while (out.read_end.is_open() || error.read_end.is_open()) {
    const double left = std::chrono::duration<double>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    std::array<pollfd, 2> ends{
        {{out.read_end.number(), POLLIN, 0}, {error.read_end.number(), POLLIN, 0}}};
    ::poll(ends.data(), ends.size(), static_cast<int>(left * 1000) + 1);
    if (ends[0].revents != 0) out.read_some();
    if (ends[1].revents != 0) error.read_some();
  }
  return true;
}

std::string without_end_of_line(std::string text) {
  text.erase(text.find_last_not_of(" \n") + 1);
  return text;
}

ToolResult failed(std::string trouble) { return {false, "", std::move(trouble)}; }

}  // namespace

ToolResult run_tool(const std::vector<std::string>& argv, double seconds) {
  std::vector<std::string> words = argv;
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  Stream out;
  Stream error;
  if (!out.open() || !error.open()) return failed(std::generic_category().message(errno));
  const pid_t process = ::fork();
  if (process == 0) be_tool(arguments, out.write_end.number(), error.write_end.number());
  if (process < 0) return failed(std::generic_category().message(errno));
  out.write_end.close();
  error.write_end.close();
  const bool in_time = read_all(out, error, seconds);
  if (!in_time) ::kill(-process, SIGKILL);
  int status = 0;
  if (base::uninterrupted([&] { return ::waitpid(process, &status, 0); }) < 0) {
    return failed("its end was lost");
  }
  if (!in_time) return failed(fmt::format("did not answer within {} s", seconds));
  if (status == 0) return {true, std::move(out.text), ""};
  const std::string said = without_end_of_line(std::move(error.text));
  return failed(said.empty() ? ending_text(status) : said);
}

}  // namespace bankcheck::batch
