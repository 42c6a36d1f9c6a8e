// Looks at the class's page, with 2,000 students, in headless Chromium. See browser.cjs.
'use strict';
const {assert, runTests, url} = require('./browser.cjs');

const STUDENTS = 2000;
const shown = (page) => page.locator('#shown').innerText();
/** The texts of a column's cells in the rows that are shown, in their order. */
const column = (page, index) => page.evaluate((index) =>
  [...document.querySelectorAll('#roll tbody tr')].filter((row) => !row.hidden)
    .map((row) => row.cells[index].textContent), index);
/** Without it only the first rows that fit are shown. */
const showAll = (page) => page.getByRole('button', {name: 'show all'}).click();
const heading = (page, name) => page.getByRole('columnheader', {name, exact: true}).getByRole('button');
const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

const tests = {
  'asks for nothing but itself and reports no error': async ({page, requests, complaints}) => {
    await page.locator('#words').fill('given7');
    await heading(page, 'points').click();
    assert.deepStrictEqual(requests, [url('class.html')]);
    assert.deepStrictEqual(complaints, []);
  },

  'runs nothing that a student wrote': async ({page, complaints}) => {
    await page.goto(url('hostile_class.html'));
    assert.strictEqual(await page.evaluate(() => window.reached), undefined);
    assert.strictEqual(await page.locator('img').count(), 0);
    assert.strictEqual(await page.locator('script').count(), 1);
    for (const link of await page.locator('a').all()) {
      assert.match(await link.getAttribute('href'), /^\.\/[A-Za-z0-9._%\/-]*$/);
    }
    assert.deepStrictEqual(complaints, []);
  },

  'says how many stand how, and they are all': async ({page}) => {
    const counts = await page.locator('.standings strong').allInnerTexts();
    assert.strictEqual(sum(counts.map(Number)), STUDENTS);
    assert.strictEqual(await shown(page), `${STUDENTS} of ${STUDENTS} fit, the first 250 are shown`);
    assert.strictEqual((await column(page, 0)).length, 250);
    await showAll(page);
    assert.strictEqual(await shown(page), `${STUDENTS} of ${STUDENTS} fit`);
    assert.strictEqual((await column(page, 0)).length, STUDENTS);
    assert.strictEqual(await page.locator('#all').isVisible(), false);
  },

  'shows only those whom every word fits': async ({page}) => {
    await page.locator('#words').fill('GIVEN42 s10042');
    assert.strictEqual(await shown(page), `1 of ${STUDENTS} fit`);
    assert.match((await column(page, 0))[0], /Given42 s10042$/);
    await page.locator('#words').fill('nobody at all');
    assert.strictEqual(await shown(page), `0 of ${STUDENTS} fit`);
  },

  'shows one standing, by the list or by its tile': async ({page}) => {
    await page.locator('#standing').selectOption('ERROR');
    const errors = await column(page, 1);
    assert.ok(errors.length > 0 && errors.every((text) => text === 'ERROR'));
    assert.ok((await column(page, 2)).every((text) => text === ''), 'no mark');
    const tile = page.getByRole('button', {name: /FAIL$/});
    await tile.click();
    assert.strictEqual(await tile.getAttribute('aria-pressed'), 'true');
    assert.ok((await column(page, 1)).every((text) => text === 'FAIL'));
    await tile.click();
    assert.match(await shown(page), new RegExp(`^${STUDENTS} of ${STUDENTS} fit`));
  },

  'shows who needs a person': async ({page}) => {
    await page.getByLabel('needs a person').check();
    const rows = await page.locator('#roll tbody tr:visible').count();
    assert.ok(rows > 0 && rows < STUDENTS / 5, `${rows} rows`);
    const summary = await page.locator('section[aria-labelledby=persons] summary').innerText();
    assert.strictEqual(summary, `${rows} submissions`);
  },

  'sorts points with the best first, then the other way, what has none last': async ({page}) => {
    await showAll(page);
    for (const [direction, sign] of [['descending', -1], ['ascending', 1]]) {
      await heading(page, 'points').click();
      assert.strictEqual(await page.locator('th[aria-sort]').getAttribute('aria-sort'), direction);
      const points = await column(page, 2);
      const numbers = points.filter((text) => text !== '').map(Number);
      assert.ok(numbers.length < STUDENTS, 'some have no mark');
      assert.deepStrictEqual(points.slice(numbers.length), Array(STUDENTS - numbers.length).fill(''));
      assert.deepStrictEqual(numbers, [...numbers].sort((a, b) => sign * (a - b)));
    }
  },

  'sorts names as people do, and standings from PASS on': async ({page}) => {
    await showAll(page);
    await heading(page, 'student').click();
    const names = await column(page, 0);
    const order = new Intl.Collator(undefined, {numeric: true, sensitivity: 'base'}).compare;
    assert.deepStrictEqual(names, [...names].sort(order));
    await heading(page, 'standing').click();
    const standings = await column(page, 1);
    assert.strictEqual(standings[0], 'PASS');
    assert.strictEqual(standings[STUDENTS - 1], 'no submission');
  },

  'keeps the filter while it sorts': async ({page}) => {
    await page.locator('#standing').selectOption('FAIL');
    const before = (await column(page, 1)).length;
    await heading(page, 'stride 8').click();
    assert.strictEqual((await column(page, 1)).length, before);
  },

  'shows the first rows of the new order': async ({page}) => {
    await heading(page, 'points').click();
    const first = await column(page, 2);
    await showAll(page);
    assert.deepStrictEqual(first, (await column(page, 2)).slice(0, 250));
  },

  'links to each student\'s page': async ({page}) => {
    await page.locator('#words').fill('s10042');
    const link = page.locator('#roll tbody tr:visible a');
    assert.strictEqual(await link.getAttribute('href'), './students/s10042.html');
  },

  'works with the keyboard alone': async ({page}) => {
    await page.locator('#words').focus();
    await page.keyboard.type('given1999');
    assert.strictEqual(await shown(page), `1 of ${STUDENTS} fit`);
    await heading(page, 'points').focus();
    await page.keyboard.press('Enter');
    assert.strictEqual(await page.locator('th[aria-sort]').count(), 1);
    await page.getByRole('button', {name: /PASS$/}).focus();
    await page.keyboard.press('Space');
    assert.strictEqual(await page.locator('#standing').inputValue(), 'PASS');
  },

  'labels every control, picture and region': async ({page}) => {
    const unnamed = await page.evaluate(() => [...document.querySelectorAll(
      'input, select, [role="img"], [role="region"]')].filter((element) => {
        const ids = (element.getAttribute('aria-labelledby') || '').split(' ');
        const names = ids.map((id) => document.getElementById(id)).filter(Boolean);
        return !names.length && !element.getAttribute('aria-label') && !(element.labels || []).length;
      }).map((element) => element.outerHTML.slice(0, 80)));
    assert.deepStrictEqual(unnamed, []);
  },

  'draws a histogram for each stride, and says the same as a table': async ({page}) => {
    assert.strictEqual(await page.locator('.spread g').count(), 10);
    const title = await page.locator('.spread g title').nth(6).textContent();
    assert.match(title, /^8: \d+ by counts, median 8\.00, \d+ by times, median 7\.\d\d$/);
    await page.getByText('The same as a table').click();
    const rows = page.locator('section[aria-labelledby=spread] tbody tr');
    assert.strictEqual(await rows.count(), 20);
    assert.match(await rows.nth(12).innerText(), /^8\tcounts\t8\t\d+\t1\.00\t8\.00\t8\.00\t8\.00\t\d\d\.00$/);
  },

  'is whole without scripts': async ({browser}) => {
    const context = await browser.newContext({javaScriptEnabled: false});
    const page = await context.newPage();
    await page.goto(url('class.html'));
    assert.strictEqual(await page.locator('#controls').isVisible(), false);
    assert.strictEqual(await page.locator('#roll tbody tr').count(), STUDENTS);
    assert.strictEqual(await page.locator('button:visible').count(), 0);
    await context.close();
  },

  'fits a narrow window': async ({page}) => {
    await page.goto(url('small_class.html'));
    await page.setViewportSize({width: 360, height: 800});
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} pixels wide`);
  },

  'keeps rows low and names in their column, however long and wrong': async ({page}) => {
    await page.goto(url('failing_class.html'));
    for (const width of [360, 1280]) {
      await page.setViewportSize({width, height: 800});
      const seen = await page.evaluate(() => {
        const rows = [...document.querySelectorAll('#roll tbody tr')];
        const names = rows.map((row) => row.querySelector('th'));
        return {
          height: Math.max(...rows.map((row) => row.offsetHeight)),
          over: Math.max(...names.map((name) => name.scrollWidth - name.clientWidth)),
          apart: Math.abs(document.getElementById('person').getBoundingClientRect().top -
                          document.querySelector('[for=person]').getBoundingClientRect().top)};
      });
      assert.ok(seen.height <= 240, `a row is ${seen.height} pixels high at ${width}`);
      assert.ok(seen.over <= 0, `a name leaves its column by ${seen.over} pixels at ${width}`);
      assert.ok(seen.apart < 20, `a box is ${seen.apart} pixels from its label at ${width}`);
    }
  },

  'folds up what is wrong beyond the first few checks': async ({page}) => {
    await page.goto(url('failing_class.html'));
    const summary = page.locator('#roll summary').first();
    assert.strictEqual(await summary.textContent(), 'and 12 more');
  },

  'is dark where the reader asks for it': async ({page}) => {
    await page.emulateMedia({colorScheme: 'dark'});
    const colour = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.strictEqual(colour, 'rgb(13, 17, 23)');
  },

  'takes this long with 2,000 students (not judged)': async ({page}) => {
    const times = await page.evaluate(() => {
      const timed = (act) => {
        const start = performance.now();
        act();
        document.body.offsetHeight;  // lays the page out
        return Math.round(performance.now() - start);
      };
      const words = document.getElementById('words');
      const type = (text) => {
        words.value = text;
        words.dispatchEvent(new Event('input'));
      };
      return {load: Math.round(performance.timing.domComplete - performance.timing.navigationStart),
              filter: timed(() => type('given7')), all: timed(() => type('')),
              sort: timed(() => document.querySelectorAll('#roll thead button')[2].click())};
    });
    console.log(`        milliseconds: ${JSON.stringify(times)}`);
  },
};

runTests('class.html', tests);
