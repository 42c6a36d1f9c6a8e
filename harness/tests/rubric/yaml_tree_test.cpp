#include "rubric/yaml_tree.hpp"

#include <string>

#include <gtest/gtest.h>

namespace bankcheck::rubric {
namespace {

struct Parsed {
  std::optional<YamlNode> root;
  std::string errors;
};

Parsed parse(const std::string& text, const YamlLimits& limits = {}) {
  base::Diagnostics errors;
  Parsed parsed;
  parsed.root = parse_yaml(base::SourceText("f.yaml", text), limits, &errors);
  parsed.errors = base::render(errors);
  return parsed;
}

TEST(YamlTreeTest, EveryNodeKnowsItsPlace) {
  const Parsed parsed = parse("a: 1\nb:\n  - x\n  - {k: 'v'}\n");
  ASSERT_EQ(parsed.errors, "");
  const YamlNode& list = *parsed.root->find("b");
  ASSERT_TRUE(list.is_list());
  EXPECT_EQ(list.items[0].line, 3);
  EXPECT_EQ(list.items[0].column, 5);
  const YamlNode& quoted = *list.items[1].find("k");
  EXPECT_EQ(quoted.text, "v");
  EXPECT_TRUE(quoted.quoted);
  EXPECT_EQ(quoted.line, 4);
  EXPECT_EQ(quoted.column, 9);
  EXPECT_FALSE(parsed.root->find("a")->quoted);
  EXPECT_EQ(parsed.root->find("c"), nullptr);
}

TEST(YamlTreeTest, AnEmptyValueStandsWhereItsKeyStands) {
  const Parsed parsed = parse("a:\nb: ~\nc: null\n");
  ASSERT_EQ(parsed.errors, "");
  EXPECT_EQ(parsed.root->find("a")->kind, YamlNode::Kind::kEmpty);
  EXPECT_EQ(parsed.root->find("a")->line, 1);
  EXPECT_EQ(parsed.root->find("a")->column, 1);
  EXPECT_EQ(parsed.root->find("b")->column, 4);
  EXPECT_EQ(parsed.root->find("c")->kind, YamlNode::Kind::kEmpty);
}

TEST(YamlTreeTest, AnEmptyTextIsAnEmptyNode) {
  EXPECT_EQ(parse("").root->kind, YamlNode::Kind::kEmpty);
  EXPECT_EQ(parse("# nothing\n").root->kind, YamlNode::Kind::kEmpty);
}

TEST(YamlTreeTest, AKeyGivenTwiceIsAnErrorAndItsFirstValueStays) {
  const Parsed parsed = parse("a: 1\nb: 2\na: 3\n");
  EXPECT_EQ(parsed.errors,
            "f.yaml:3:1: error: `a` is given twice, first in line 1\n"
            "  a: 3\n"
            "  ^\n");
  EXPECT_EQ(parsed.root->find("a")->text, "1");
}

TEST(YamlTreeTest, ManyKeysGivenTwiceEndTheReading) {
  std::string text = "{";
  for (int i = 0; i < 5000; ++i) text += "a: 1, ";
  base::Diagnostics errors;
  EXPECT_FALSE(parse_yaml(base::SourceText("f.yaml", text + "a: 1}"), {}, &errors));
  ASSERT_EQ(errors.size(), 51u);
  EXPECT_EQ(errors.back().text, "so many keys are given twice that reading ends here");
}

TEST(YamlTreeTest, AnchorsAliasesAndTagsAreRefused) {
  EXPECT_EQ(parse("a: &x [1]\nb: [*x, *x]\n").errors,
            "f.yaml:1:4: error: anchors are not allowed: a text that starts with `&` needs quotes\n"
            "  a: &x [1]\n"
            "     ^\n");
  EXPECT_EQ(parse("b: *x\n").errors,
            "f.yaml:1:4: error: aliases are not allowed: a text that starts with `*` needs quotes\n"
            "  b: *x\n"
            "     ^\n");
  EXPECT_EQ(parse("a: !!binary x\n").errors,
            "f.yaml:1:4: error: tags are not allowed: a text that starts with `!` needs quotes\n"
            "  a: !!binary x\n"
            "     ^\n");
}

TEST(YamlTreeTest, DepthIsBoundedInEveryNotation) {
  constexpr int kLevels = 10'000;
  std::string lists, maps, indented;
  for (int i = 0; i < kLevels; ++i) lists += "[";
  for (int i = 0; i < kLevels; ++i) maps += "{a: ";
  for (int i = 0; i < 200; ++i) indented += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  for (const std::string& text : {"a: " + lists, lists + std::string(kLevels, ']'),
                                  maps + std::string(kLevels, '}'), "- " + maps, indented}) {
    const Parsed parsed = parse(text);
    EXPECT_FALSE(parsed.root);
    EXPECT_TRUE(parsed.errors.find("nested deeper than 24 levels") != std::string::npos ||
                parsed.errors.find("a key must be a plain text") != std::string::npos)
        << parsed.errors;
  }
  EXPECT_NE(parse(indented).errors.find(":25:25: error: nested deeper than 24 levels"),
            std::string::npos);
  EXPECT_TRUE(parse("[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]").root);
}

TEST(YamlTreeTest, SizesAreBounded) {
  EXPECT_EQ(parse("a: 12345678", {.bytes = 10}).errors, "f.yaml: error: is larger than 10 bytes\n");
  EXPECT_EQ(parse("[1, 2, 3, 4]", {.nodes = 4}).errors,
            "f.yaml:1:11: error: more than 4 values\n"
            "  [1, 2, 3, 4]\n"
            "            ^\n");
}

TEST(YamlTreeTest, OtherEncodingsAreRefused) {
  EXPECT_EQ(parse("\xff\xfe").errors, "f.yaml: error: is not a text in UTF-8\n");
  EXPECT_EQ(parse(std::string("a: \0b", 5)).errors, "f.yaml: error: is not a text in UTF-8\n");
}

TEST(YamlTreeTest, ASecondDocumentIsRefused) {
  EXPECT_EQ(parse("---\na: 1\n---\nb: 1\n").errors,
            "f.yaml:3:1: error: a second document starts here: one is wanted\n"
            "  ---\n"
            "  ^\n");
}

TEST(YamlTreeTest, KeysArePlainTexts) {
  EXPECT_EQ(parse("[1]: 2\n").errors,
            "f.yaml:1:1: error: a key must be a plain text\n"
            "  [1]: 2\n"
            "  ^\n");
  EXPECT_EQ(parse("~: 2\n").errors,
            "f.yaml:1:1: error: a key must be a plain text\n"
            "  ~: 2\n"
            "  ^\n");
}

TEST(YamlTreeTest, AQuoteThatIsNotClosedIsAnError) {
  EXPECT_EQ(parse("a: \"x\nb: 2\n").errors,
            "f.yaml:1:4: error: this quote is not closed\n"
            "  a: \"x\n"
            "     ^\n");
  EXPECT_EQ(parse("a: 'it''s'\nb: \"say \\\"x\\\"\"\n").errors, "");
}

TEST(YamlTreeTest, CommonSlipsAreToldInPlainWords) {
  EXPECT_EQ(parse("a: b: c\n").errors,
            "f.yaml:1:5: error: a `:` cannot stand here: a text with `: ` in it needs quotes\n"
            "  a: b: c\n"
            "      ^\n");
  EXPECT_EQ(parse("a: 1\n\tb: 2\n").errors,
            "f.yaml:2:1: error: a tab cannot indent: use spaces\n"
            "   b: 2\n"
            "  ^\n");
  EXPECT_EQ(parse("a: [1, 2\nb: 3\n").errors,
            "f.yaml:2:2: error: `,` or `]` is missing before this\n"
            "  b: 3\n"
            "   ^\n");
  EXPECT_EQ(parse("a: @x\n").errors,
            "f.yaml:1:4: error: this character cannot stand here: put the text in quotes\n"
            "  a: @x\n"
            "     ^\n");
}

TEST(YamlTreeTest, SaysWhereABlankIsMissingAfterAColon) {
  EXPECT_EQ(parse("degree:\n  3:1\n\n  8: 8\n").errors,
            "f.yaml:2:4: error: a blank has to follow this `:`\n    3:1\n     ^\n");
}

}  // namespace
}  // namespace bankcheck::rubric
