// bankcheck init: a fresh copy of an exercise to start with.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <ostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "base/atomic_file.hpp"
#include "base/diagnostic.hpp"
#include "base/escape.hpp"
#include "cli/command_table.hpp"
#include "cli/data_folder.hpp"
#include "cli/exit_code.hpp"

namespace bankcheck::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kTemplateBytesLimit = 16 << 20;
constexpr const char* kFirstExercise = "bank-conflicts";

std::string exercises_text(const fs::path& templates) {
  std::vector<std::string> names;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(templates, ignored)) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// Nothing is overwritten: a folder that exists must be empty.
bool may_fill(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(fs::symlink_status(folder, error))) return true;
  return fs::is_directory(folder, error) && fs::is_empty(folder, error) && !error;
}

/// As a shell takes it for one word.
std::string as_argument(const fs::path& path) {
  const std::string text = path.string();
  const bool plain = std::all_of(text.begin(), text.end(), [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (c & 0x80) != 0 ||
           std::string_view("/._-+,:@%=").find(c) != std::string_view::npos;
  });
  if (plain) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

base::Diagnostics copy_template(const fs::path& from, const fs::path& to) {
  std::error_code error;
  fs::create_directories(to, error);
  for (const auto& entry : fs::recursive_directory_iterator(from, error)) {
    const fs::path target = to / entry.path().lexically_relative(from);
    if (entry.is_directory()) {
      fs::create_directories(target, error);
      continue;
    }
    const auto contents = base::read_file(entry.path(), kTemplateBytesLimit);
    if (!contents) return contents.errors();
    base::Diagnostics errors = base::write_file_whole(target, contents.value());
    if (!errors.empty()) return errors;
  }
  if (!error) return {};
  return {base::error_in(to.string(), error.message())};
}

int init(const Session& session, const fs::path& folder, const std::string& exercise) {
  const fs::path templates = data_folder() / "student_template";
  const fs::path from = templates / exercise;
  std::error_code ignored;
  if (fs::path(exercise).filename() != exercise || !fs::is_directory(from, ignored)) {
    return refuse(session, fmt::format("there is no exercise '{}'; there are: {}", exercise,
                                       exercises_text(templates)));
  }
  if (folder.empty()) return refuse(session, "say which folder to make");
  if (!may_fill(folder)) {
    return refuse(session, fmt::format("{} exists and is not an empty folder; nothing was changed",
                                       folder.string()));
  }
  const base::Diagnostics errors = copy_template(from, folder);
  if (!errors.empty()) return give_up(session, errors);
  session.out << fmt::format(
      "{} holds the exercise {}. Fill in the blanks, then run: bankcheck check {}\n",
      base::escape_terminal(folder.string()), exercise, base::escape_terminal(as_argument(folder)));
  return kExitDone;
}

}  // namespace

Action declare_init(CLI::App& command) {
  auto folder = std::make_shared<std::string>();
  auto exercise = std::make_shared<std::string>(kFirstExercise);
  command.add_option("DIR", *folder, "The folder to make")->required();
  command.add_option("--exercise", *exercise, "Which exercise")->capture_default_str();
  return [folder, exercise](const Session& session) { return init(session, *folder, *exercise); };
}

}  // namespace bankcheck::cli
