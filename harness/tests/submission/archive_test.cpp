#include "submission/archive.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "base/atomic_file.hpp"
#include "sandbox/scratch_folder.hpp"
#include "submission/archive_maker.hpp"
#include "submission/archive_reader.hpp"
#include "submission/submission.hpp"

namespace bankcheck::submission {
namespace {

namespace fs = std::filesystem;

TEST(ArchiveName, IsOneOfTheUsualEndings) {
  for (const char* name : {"a.zip", "a.tar", "a.tar.gz", "a.tgz", "a.tar.bz2", "a.tar.xz",
                           "a.tar.zst", "WORK.ZIP", "my.work.Tar.Gz"}) {
    EXPECT_TRUE(is_archive_name(name)) << name;
  }
  for (const char* name : {"", ".zip", "a", "a.gz", "a.rar", "a.7z", "a.cu", "zip", "a.zip.cu"}) {
    EXPECT_FALSE(is_archive_name(name)) << name;
  }
}

TEST(ArchiveEntry, SurvivesTheWayThroughThePipe) {
  const std::string message = encode_entry({EntryKind::kFile, "a\n", std::string("x\0y", 3)});
  const auto entry = decode_entry(message);
  ASSERT_TRUE(entry.has_value());
  EXPECT_EQ(entry->kind, EntryKind::kFile);
  EXPECT_EQ(entry->name, "a\n");
  EXPECT_EQ(entry->contents, std::string("x\0y", 3));
  EXPECT_FALSE(decode_entry("").has_value());
  EXPECT_FALSE(decode_entry(std::string("\x00\xff\xff\xff\x7fx", 6)).has_value());
  EXPECT_FALSE(decode_entry(std::string("\x09\0\0\0\0", 5)).has_value());
}

#ifdef BANKCHECK_HAVE_LIBARCHIVE

class Archive : public testing::Test {
 protected:
  void SetUp() override {
    auto scratch = sandbox::ScratchFolder::create();
    ASSERT_TRUE(scratch.ok());
    scratch_ = std::make_unique<sandbox::ScratchFolder>(std::move(scratch).value());
    fs::create_directories(target());
  }

  fs::path target() const { return scratch_->path() / "deep" / "target"; }
  std::string path(const std::string& name) const { return (scratch_->path() / name).string(); }
  std::string read(const std::string& name) const {
    auto text = base::read_file(target() / name, 1 << 20);
    return text ? std::move(text).value() : "cannot be read";
  }

  /// What is said of the archive, without its path; the number of files when it is taken.
  std::string unpack(const std::string& name, const UnpackLimits& limits = {}) const {
    const Unpacked unpacked = unpack_archive(path(name), target(), limits);
    if (unpacked.errors.empty()) return std::to_string(unpacked.files) + " files";
    EXPECT_EQ(unpacked.errors.front().file, path(name));
    EXPECT_FALSE(unpacked.is_ours);
    return unpacked.errors.front().text;
  }
  /// Nothing but the folders and archives of this test stands beside the target.
  void expect_nothing_outside() const {
    std::set<std::string> names;
    for (const auto& entry : fs::directory_iterator(scratch_->path() / "deep")) {
      names.insert(entry.path().filename().string());
    }
    EXPECT_EQ(names, std::set<std::string>{"target"});
    EXPECT_FALSE(fs::exists(scratch_->path() / "evil"));
    EXPECT_FALSE(fs::exists("/tmp/bankcheck-evil"));
  }

  std::unique_ptr<sandbox::ScratchFolder> scratch_;
};

TEST_F(Archive, OfEveryFormatGivesItsFiles) {
  for (const std::string name : {"a.zip", "a.tar", "a.tar.gz", "a.tgz", "a.tar.bz2", "a.tar.xz"}) {
    fs::remove_all(target());
    fs::create_directories(target());
    ArchiveMaker(path(name)).file("work/probe.cu", "int x;\n").file("./work//sub/a.cuh", "y");
    EXPECT_EQ(unpack(name), "2 files") << name;
    EXPECT_EQ(read("work/probe.cu"), "int x;\n") << name;
    EXPECT_EQ(read("work/sub/a.cuh"), "y") << name;
  }
}

TEST_F(Archive, GivesFilesOfItsOwnModes) {
  ArchiveMaker(path("a.tar")).special("d", AE_IFDIR).file("d/f", "x");
  ASSERT_EQ(unpack("a.tar"), "1 files");
  struct stat status {};
  ASSERT_EQ(::stat((target() / "d/f").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07111, 0u) << "no set-user-id, nothing to execute";
}

TEST_F(Archive, ThatLeadsOutOfItsFolderIsRefused) {
  const struct {
    const char* name;
    const char* why;
  } cases[] = {{"../evil", "'../evil' leads out of the archive"},
               {"a/../../evil", "'a/../../evil' leads out of the archive"},
               {"a/..", "'a/..' leads out of the archive"},
               {"/tmp/bankcheck-evil", "'/tmp/bankcheck-evil' has an absolute name"}};
  for (const auto& attack : cases) {
    for (const std::string name : {"a.tar", "a.zip"}) {
      ArchiveMaker(path(name)).file(attack.name, "x");
      EXPECT_EQ(unpack(name), attack.why);
      expect_nothing_outside();
    }
  }
}

TEST_F(Archive, WithALinkIsRefused) {
  ArchiveMaker(path("a.tar")).special("l", AE_IFLNK, "/etc").file("l/passwd", "x");
  EXPECT_EQ(unpack("a.tar"), "'l' is a link");
  ArchiveMaker(path("b.zip")).special("l", AE_IFLNK, "../..");
  EXPECT_EQ(unpack("b.zip"), "'l' is a link");
  ArchiveMaker(path("c.tar")).file("a", "x").hard_link("b", "/etc/passwd");
  EXPECT_EQ(unpack("c.tar"), "'b' is a link");
}

TEST_F(Archive, WithADeviceOrAPipeIsRefused) {
  for (const unsigned type : {AE_IFCHR, AE_IFBLK, AE_IFIFO}) {
    ArchiveMaker(path("a.tar")).special("zero", type);
    EXPECT_EQ(unpack("a.tar"), "'zero' is neither a file nor a folder");
  }
}

TEST_F(Archive, WithANameTwiceIsRefused) {
  ArchiveMaker(path("a.tar")).file("probe.cu", "1").file("./probe.cu", "2");
  EXPECT_EQ(unpack("a.tar"), "'probe.cu' is in it twice");
  ArchiveMaker(path("b.tar")).file("a", "1").file("a/b", "2");
  EXPECT_EQ(unpack("b.tar"), "'a' is in it twice");
  ArchiveMaker(path("c.tar")).file("c/b", "1").file("c", "2");
  EXPECT_EQ(unpack("c.tar"), "'c' is in it twice");
  ArchiveMaker(path("d.tar")).special("d", AE_IFDIR).special("d/", AE_IFDIR).file("d/e", "1");
  EXPECT_EQ(unpack("d.tar"), "1 files");
}

TEST_F(Archive, ThatUnpacksToTooMuchIsRefused) {
  UnpackLimits limits;
  limits.total_bytes = 1 << 20;
  ArchiveMaker(path("a.tar.gz")).file("zeros", std::string((1 << 20) + 1, '\0'));
  EXPECT_LT(fs::file_size(path("a.tar.gz")), 10000u);
  EXPECT_EQ(unpack("a.tar.gz", limits), "unpacks to more than 1048576 bytes");
  ArchiveMaker(path("b.zip"))
      .file("a", std::string(1 << 19, '\0'))
      .file("b", std::string(1 << 19, '\0'))
      .file("c", "x");
  EXPECT_EQ(unpack("b.zip", limits), "unpacks to more than 1048576 bytes");
}

TEST_F(Archive, ThatIsLargeItselfIsRefused) {
  UnpackLimits limits;
  limits.archive_bytes = 100;
  ArchiveMaker(path("a.tar")).file("a", "x");
  EXPECT_EQ(unpack("a.tar", limits), "is larger than 100 bytes");
}

TEST_F(Archive, WithTooManyEntriesIsRefused) {
  {
    ArchiveMaker archive(path("a.tar"));
    for (int i = 0; i < 11; ++i) archive.file("f" + std::to_string(i), "");
  }
  UnpackLimits limits;
  limits.entries = 10;
  EXPECT_EQ(unpack("a.tar", limits), "holds more than 10 files and folders");
}

TEST_F(Archive, WithFoldersNestedTooDeepIsRefused) {
  std::string name;
  for (int i = 0; i < 40; ++i) name += "d/";
  ArchiveMaker(path("a.tar")).file(name + "f", "");
  EXPECT_EQ(unpack("a.tar"), "'" + name + "f' is in folders nested too deep");
}

TEST_F(Archive, CompressedMoreThanOnceIsRefused) {
  archive* outer = archive_write_new();
  archive_write_set_format_pax(outer);
  archive_write_add_filter_gzip(outer);
  archive_write_add_filter_gzip(outer);
  archive_write_open_filename(outer, path("a.tar.gz").c_str());
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, "a");
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_size(entry, 0);
  archive_write_header(outer, entry);
  archive_entry_free(entry);
  archive_write_free(outer);
  EXPECT_EQ(unpack("a.tar.gz"), "is compressed more than once");
}

TEST_F(Archive, InsideAnArchiveStaysPacked) {
  ArchiveMaker(path("inner.zip")).file("f", "x");
  const std::string inner = base::read_file(path("inner.zip"), 10000).value();
  ArchiveMaker(path("a.zip")).file("inner.zip", inner);
  EXPECT_EQ(unpack("a.zip"), "1 files");
  EXPECT_EQ(read("inner.zip"), inner);
}

TEST_F(Archive, ThatIsEncryptedIsRefused) {
  archive* zip = archive_write_new();
  archive_write_set_format_zip(zip);
  archive_write_set_options(zip, "zip:encryption=traditional");
  archive_write_set_passphrase(zip, "secret");
  archive_write_open_filename(zip, path("a.zip").c_str());
  archive_entry* entry = archive_entry_new();
  archive_entry_set_pathname(entry, "probe.cu");
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_size(entry, 1);
  archive_write_header(zip, entry);
  archive_write_data(zip, "x", 1);
  archive_entry_free(entry);
  archive_write_free(zip);
  EXPECT_EQ(unpack("a.zip"), "'probe.cu' is encrypted: it can be read without a password only");
}

TEST_F(Archive, ThatIsCutShortOrNoneAtAllIsRefused) {
  ArchiveMaker(path("whole.tar.gz")).file("a", std::string(100000, 'x')).file("b", "y");
  const std::string whole = base::read_file(path("whole.tar.gz"), 1 << 20).value();
  for (const std::size_t size : {whole.size() / 2, whole.size() - 9, std::size_t{20}}) {
    std::ofstream(path("cut.tar.gz"), std::ios::binary) << whole.substr(0, size);
    EXPECT_EQ(unpack("cut.tar.gz").substr(0, 29), "is damaged, or is no archive:") << size;
    fs::remove_all(target());
    fs::create_directories(target());
  }
  std::ofstream(path("text.zip")) << "this is no archive";
  EXPECT_EQ(unpack("text.zip").substr(0, 29), "is damaged, or is no archive:");
  std::ofstream(path("empty.tar"));
  EXPECT_EQ(unpack("empty.tar").substr(0, 29), "is damaged, or is no archive:");
  EXPECT_EQ(unpack("missing.zip"), "cannot be read: No such file or directory");
}

TEST_F(Archive, MayHaveNamesThatATerminalWouldObey) {
  ArchiveMaker(path("a.tar")).file("a\n\x1b[2J.cu", "x").file("\xc3\xa4.cu", "y");
  EXPECT_EQ(unpack("a.tar"), "2 files");
  EXPECT_EQ(read("a\n\x1b[2J.cu"), "x");
  EXPECT_EQ(read("\xc3\xa4.cu"), "y");
  ArchiveMaker(path("b.tar")).file("../\x1b[2J", "x");
  EXPECT_EQ(base::render(unpack_archive(path("b.tar"), target()).errors),
            path("b.tar") + ": error: '../\\x1b[2J' leads out of the archive\n");
}

TEST_F(Archive, IsReadWithinItsTime) {
  UnpackLimits limits;
  limits.seconds = 0;
  // More than a pipe holds: the reader cannot have ended before it is looked at.
  ArchiveMaker(path("a.tar")).file("a", std::string(1 << 20, 'x'));
  EXPECT_EQ(unpack("a.tar", limits), "could not be unpacked: the time is over");
}

TEST_F(Archive, OfAClassLeavesOutWhatIsUnfitAndSaysIt) {
  UnpackLimits limits = class_limits();
  limits.file_bytes = 100;
  ArchiveMaker(path("a.tar"))
      .file("ada/probe.cu", "1")
      .special("ben/l", AE_IFLNK, "/etc")
      .special("ben/zero", AE_IFCHR)
      .hard_link("ben/h", "/etc/passwd")
      .file("ben/../../evil", "x")
      .file("/tmp/bankcheck-evil", "x")
      .file("ada/probe.cu", "2")
      .file("cleo/film", std::string(101, 'x'))
      .file("cleo/probe.cu", std::string(100, 'x'));
  const Unpacked unpacked = unpack_archive(path("a.tar"), target(), limits);
  EXPECT_EQ(base::render(unpacked.errors), "");
  EXPECT_EQ(unpacked.files, 2u);
  EXPECT_EQ(
      unpacked.left_out,
      (std::vector<std::string>{
          "'ben/l' is a link", "'ben/zero' is neither a file nor a folder", "'ben/h' is a link",
          "'ben/../../evil' leads out of the archive", "'/tmp/bankcheck-evil' has an absolute name",
          "'ada/probe.cu' is in it twice", "'cleo/film' is larger than 100 bytes"}));
  EXPECT_EQ(unpacked.left_out_count, 7u);
  EXPECT_EQ(read("ada/probe.cu"), "1");
  EXPECT_EQ(read("cleo/probe.cu"), std::string(100, 'x'));
  EXPECT_FALSE(fs::exists(target() / "ben/l"));
  expect_nothing_outside();
}

TEST_F(Archive, OfAClassThatIsDamagedOrTooLargeIsStillRefused) {
  UnpackLimits limits = class_limits();
  limits.total_bytes = 150;
  ArchiveMaker(path("a.tar")).file("a", std::string(100, 'x')).file("b", std::string(100, 'x'));
  EXPECT_EQ(unpack("a.tar", limits), "unpacks to more than 150 bytes");
  limits.entries = 1;
  EXPECT_EQ(unpack("a.tar", limits), "holds more than 1 files and folders");
  std::ofstream(path("text.zip")) << "this is no archive";
  EXPECT_EQ(unpack("text.zip", limits).substr(0, 29), "is damaged, or is no archive:");
}

TEST_F(Archive, IsLeftWhenItIsToldToStop) {
  const std::atomic<bool> stop = true;
  ArchiveMaker(path("a.tar")).file("a", "x");
  const Unpacked unpacked = unpack_archive(path("a.tar"), target(), {}, &stop);
  ASSERT_EQ(unpacked.errors.size(), 1u);
  EXPECT_EQ(unpacked.errors.front().text, "could not be unpacked: it was stopped");
}

TEST_F(Archive, ThatThereIsNoRoomForIsOurTrouble) {
  ArchiveMaker(path("a.tar")).file("probe.cu", "x");
  fs::remove(target());
  std::ofstream(target()) << "where the folder should be";
  const Unpacked unpacked = unpack_archive(path("a.tar"), target());
  EXPECT_EQ(unpacked.errors.size(), 1u);
  EXPECT_TRUE(unpacked.is_ours);
}

class ArchiveAsSubmission : public Archive {
 protected:
  void SetUp() override {
    Archive::SetUp();
    rubric_.exercise = "bank-conflicts";
    rubric_.source_file = "probe.cu";
    rubric_.answers_file = "answers.yaml";
    rubric_.questions = {{"card", "", rubric::AnswerType::kText, {}, {}}};
  }

  rubric::Rubric rubric_;
};

TEST_F(ArchiveAsSubmission, HasTheHashOfItsFolder) {
  const std::string answers = "card: T4\n";
  fs::create_directory(path("work"));
  std::ofstream(path("work/probe.cu")) << "int x;";
  std::ofstream(path("work/answers.yaml")) << answers;
  const auto folder = read_submission(path("work"), rubric_);
  ASSERT_TRUE(folder.ok());
  ArchiveMaker(path("flat.zip")).file("probe.cu", "int x;").file("answers.yaml", answers);
  ArchiveMaker(path("nested.tar.gz"))
      .file("__MACOSX/work/._probe.cu", "junk")
      .file(".DS_Store", "junk")
      .file("work/probe.cu", "int x;")
      .file("work/answers.yaml", answers);
  for (const char* name : {"flat.zip", "nested.tar.gz"}) {
    const auto packed = read_submission(path(name), rubric_);
    ASSERT_TRUE(packed.ok()) << base::render(packed.errors());
    EXPECT_EQ(packed.value().hash, folder.value().hash) << name;
    EXPECT_EQ(packed.value().name, path(name));
    EXPECT_EQ(packed.value().source_name, "probe.cu");
    EXPECT_EQ(packed.value().answers.at("card").text, "T4");
  }
}

TEST_F(ArchiveAsSubmission, NamesItselfInWhatIsWrongInside) {
  ArchiveMaker(path("a.zip")).file("probe.cu", "int x;").file("answers.yaml", "card: [\n");
  const auto broken = read_submission(path("a.zip"), rubric_);
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.errors().front().file, path("a.zip/answers.yaml"));
  std::string deep;
  for (int i = 0; i < 20; ++i) deep += "d/";
  ArchiveMaker(path("b.zip")).file("probe.cu", "").file(deep + "f", "");
  const auto nested = read_submission(path("b.zip"), rubric_);
  ASSERT_FALSE(nested.ok());
  EXPECT_EQ(nested.errors().front().file, path("b.zip/d/d/d/d/d/d/d/d"));
}

#endif

}  // namespace
}  // namespace bankcheck::submission
