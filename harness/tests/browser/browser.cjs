// What the tests of pages share: NAME_test.cjs FOLDER opens pages of FOLDER in headless Chromium. Exit
// status 77 where playwright-core or Chromium is missing.
'use strict';
const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');

const CHROMIUM = process.env.BANKCHECK_CHROMIUM || '/usr/bin/chromium';
const ARGUMENTS = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
                   '--disable-background-networking', '--disable-component-update', '--disable-sync'];

const skip = (why) => {
  console.log(`skipped: ${why}`);
  process.exit(77);
};

const playwright = (() => {
  try {
    return require('playwright-core');
  } catch (error) {
    return skip('playwright-core is not installed (.ci/install_browser does it)');
  }
})();
if (!fs.existsSync(CHROMIUM)) skip(`${CHROMIUM} is not installed (.ci/install_browser does it)`);

const url = (name) => 'file://' + path.resolve(process.argv[2], name);

/** A fresh page for each test, with the requests and complaints that it caused. */
const run = async (browser, start, test) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const requests = [], complaints = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(url(start));
  await test({browser, page, requests, complaints});
  await context.close();
};

/** Runs each test on the page `start`; ends the process. */
const runTests = async (start, tests) => {
  const browser = await playwright.chromium.launch({executablePath: CHROMIUM, args: ARGUMENTS});
  let failed = 0;
  for (const [name, test] of Object.entries(tests)) {
    try {
      await run(browser, start, test);
      console.log(`ok      ${name}`);
    } catch (error) {
      ++failed;
      console.log(`FAILED  ${name}\n${error.stack}`);
    }
  }
  await browser.close();
  process.exit(failed === 0 ? 0 : 1);
};

module.exports = {assert, runTests, url};
