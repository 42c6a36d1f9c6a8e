#include "compile/source_snapshot.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/atomic_file.hpp"

namespace bankcheck::compile {
namespace {

namespace fs = std::filesystem;

class Snapshot : public testing::Test {
 protected:
  void SetUp() override {
    auto folder = sandbox::ScratchFolder::create();
    ASSERT_TRUE(folder.ok());
    folder_ = std::make_unique<sandbox::ScratchFolder>(std::move(folder).value());
    // With a folder around the submission, for what lies outside of it.
    write("secret.cuh", "secret\n");
  }

  fs::path submission() const { return folder_->path() / "submission"; }
  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(folder_->write(name, text).empty());
  }
  void write_source(const std::string& text) { write("submission/probe.cu", text); }

  base::Result<SourceSnapshot> take() const {
    return SourceSnapshot::take(submission() / "probe.cu", "");
  }
  /// The names of the files, or the text of the error.
  std::vector<std::string> names() const {
    const auto snapshot = take();
    if (!snapshot) return {base::render(snapshot.errors())};
    std::vector<std::string> names;
    for (const base::SourceText& file : snapshot.value().files()) names.push_back(file.name());
    return names;
  }

  std::unique_ptr<sandbox::ScratchFolder> folder_;
};

using Names = std::vector<std::string>;

TEST_F(Snapshot, HoldsTheFilesThatIncludeEachOther) {
  write_source("#include \"lib/a.cuh\"\n# include <cstdio>\n#include \"missing.h\"\n");
  write("submission/lib/a.cuh", "#import \"../b.cuh\"\n#include \"../probe.cu\"\n");
  write("submission/b.cuh", "");
  write("submission/unused.cuh", "");
  EXPECT_EQ(names(), (Names{"probe.cu", "lib/a.cuh", "b.cuh"}));
}

TEST_F(Snapshot, OfFilesInMemoryReadsNothingFromTheDisk) {
  write_source("on the disk");
  const std::vector<SourceFile> files{{"probe.cu", "#include \"lib/a.cuh\"\n#include \"b.cuh\"\n"},
                                      {"lib/a.cuh", "#include \"../c.cuh\"\n"},
                                      {"c.cuh", "c"},
                                      {"unused.cuh", ""}};
  const auto snapshot = SourceSnapshot::take(files, "probe.cu");
  ASSERT_TRUE(snapshot.ok()) << base::render(snapshot.errors());
  ASSERT_EQ(snapshot.value().files().size(), 3u);
  EXPECT_EQ(snapshot.value().files()[1].name(), "lib/a.cuh");
  EXPECT_EQ(snapshot.value().files()[2].text(), "c");
  const std::vector<SourceFile> leaving{{"a.cu", "#include \"../b.cuh\"\n"}};
  EXPECT_EQ(base::render(SourceSnapshot::take(leaving, "a.cu").errors()),
            "a.cu:1:10: error: '../b.cuh' is outside the submission's folder\n"
            "  #include \"../b.cuh\"\n"
            "           ^\n");
  EXPECT_EQ(base::render(SourceSnapshot::take(files, "other.cu").errors()),
            "other.cu: error: was not handed in\n");
}

TEST_F(Snapshot, FollowsNoIncludeInAComment) {
  write_source(
      "// #include \"/a\"\n/* x\n#include \"/b\"\n*/ const char* s = \"/*\";\n"
      "#include \"c.cuh\" // \"\n");
  write("submission/c.cuh", "");
  EXPECT_EQ(names(), (Names{"probe.cu", "c.cuh"}));
}

TEST_F(Snapshot, RefusesAnIncludeThatLeavesTheFolderAtItsLine) {
  for (const std::string include : {"\"../secret.cuh\"", "\"lib/../../secret.cuh\"",
                                    "\"/etc/passwd\"", "</etc/passwd>", "<../secret.cuh>"}) {
    write_source("\n  #  include " + include + "\n");
    const auto snapshot = take();
    ASSERT_EQ(snapshot.errors().size(), 1u) << include;
    EXPECT_EQ(snapshot.errors()[0].file, "probe.cu");
    EXPECT_EQ(snapshot.errors()[0].line, 2);
    EXPECT_EQ(snapshot.errors()[0].column, 14);
    EXPECT_EQ(snapshot.errors()[0].text,
              "'" + include.substr(1, include.size() - 2) + "' is outside the submission's folder");
  }
}

TEST_F(Snapshot, RefusesALinkThatLeavesTheFolder) {
  write_source("#include \"link.cuh\"\n");
  fs::create_symlink(folder_->path() / "secret.cuh", submission() / "link.cuh");
  const auto snapshot = take();
  ASSERT_EQ(snapshot.errors().size(), 1u);
  EXPECT_EQ(snapshot.errors()[0].text, "'link.cuh' is outside the submission's folder");
}

TEST_F(Snapshot, MayIncludeFromTheWholeRoot) {
  write("submission/source/probe.cu", "#include \"../common.cuh\"\n");
  write("submission/common.cuh", "");
  const auto snapshot = SourceSnapshot::take(submission() / "source/probe.cu", submission());
  ASSERT_TRUE(snapshot.ok()) << base::render(snapshot.errors());
  ASSERT_EQ(snapshot.value().files().size(), 2u);
  EXPECT_EQ(snapshot.value().files()[0].name(), "source/probe.cu");
  EXPECT_EQ(snapshot.value().files()[1].name(), "common.cuh");
}

TEST_F(Snapshot, DoesNotWaitForAPipe) {
  write_source("#include \"pipe.cuh\"\n");
  ASSERT_EQ(::mkfifo((submission() / "pipe.cuh").c_str(), 0666), 0);
  EXPECT_EQ(names(), Names{"pipe.cuh: error: is not a regular file\n"});
}

TEST_F(Snapshot, ReadsNoFileThatIsTooLarge) {
  write_source("");
  ASSERT_EQ(::truncate((submission() / "probe.cu").c_str(), 2'000'000'000), 0);
  EXPECT_EQ(names(), Names{"probe.cu: error: is larger than 4194304 bytes\n"});
}

TEST_F(Snapshot, ReadsNotEndlesslyManyFiles) {
  std::string includes;
  for (int i = 0; i < 100; ++i) {
    const std::string name = "h" + std::to_string(i) + ".cuh";
    write("submission/" + name, "");
    includes += "#include \"" + name + "\"\n";
  }
  write_source(includes);
  EXPECT_EQ(names(), Names{"h63.cuh: error: is one included file too many (64 at most)\n"});
}

TEST_F(Snapshot, GivesAFileWithAnOddNameAPlainOne) {
  write("submission/od\"d\n\x1b[2J.cu", "int x;");
  const auto snapshot = SourceSnapshot::take(submission() / "od\"d\n\x1b[2J.cu", "");
  ASSERT_TRUE(snapshot.ok());
  EXPECT_EQ(snapshot.value().main().name(), "submission.cu");
  EXPECT_EQ(snapshot.value().main().text(), "int x;");
}

TEST(PresentableName, IsTextWithoutQuotesAndControlCodes) {
  EXPECT_TRUE(is_presentable("my work/tr\u00e4ns pose.cu"));
  for (const char* name : {"", "od\"d.cu", "a\nb.cu", "\xff.cu", "a\\b.cu"}) {
    EXPECT_FALSE(is_presentable(name)) << name;
  }
}

TEST_F(Snapshot, KnowsWhetherAnIdentifierStandsInIt) {
  write_source("int kStrides2; int akStrides; // kStride\n");
  EXPECT_FALSE(take().value().mentions("kStrides"));
  write_source("int kStrides[2];");
  EXPECT_TRUE(take().value().mentions("kStrides"));
}

TEST_F(Snapshot, HasAHashOfAllItsContents) {
  write_source("#include \"a.cuh\"\n");
  write("submission/a.cuh", "1");
  const std::string first = take().value().hash();
  EXPECT_EQ(take().value().hash(), first);
  write("submission/a.cuh", "2");
  EXPECT_NE(take().value().hash(), first);
}

TEST_F(Snapshot, WritesWhatItHolds) {
  write_source("#include \"lib/a.cuh\"\n");
  write("submission/lib/a.cuh", "int x;\n");
  const auto copy = sandbox::ScratchFolder::create();
  ASSERT_TRUE(take().value().write_to(copy.value(), "copy").empty());
  EXPECT_EQ(base::read_file(copy.value().path() / "copy/lib/a.cuh", 100).value(), "int x;\n");
}

}  // namespace
}  // namespace bankcheck::compile
