// Looks at the HTML report in headless Chromium, on the pages that sample_pages wrote. See browser.cjs.
'use strict';
const {assert, runTests, url} = require('./browser.cjs');

/** What a picture shows, without what names it: each element with its place, class and text. */
const drawn = (svg) => [...svg.querySelectorAll('rect, text, g > title')].map((element) =>
  [element.tagName, element.textContent, ...['class', 'x', 'y', 'width', 'height'].map(
    (name) => (name === 'class' ? element.getAttribute(name) : Number(element.getAttribute(name))))]);

const moveSlider = async (page, stride) => {
  await page.locator('#stride').evaluate((input, value) => {
    input.value = value;
    input.dispatchEvent(new Event('input'));
  }, stride);
};

const tests = {
  'asks for nothing but itself and reports no error': async ({page, requests, complaints}) => {
    await moveSlider(page, 5);
    assert.deepStrictEqual(requests, [url('sweep.html')]);
    assert.deepStrictEqual(complaints, []);
  },

  'runs nothing that a student wrote': async ({page, requests, complaints}) => {
    await page.goto(url('hostile.html'));
    assert.strictEqual(await page.evaluate(() => window.reached), undefined);
    assert.strictEqual(await page.locator('img, a').count(), 0);
    assert.strictEqual(await page.locator('script').count(), 1);
    assert.deepStrictEqual(requests, [url('sweep.html'), url('hostile.html')]);
    assert.deepStrictEqual(complaints, []);
  },

  'draws every stride as the program does': async ({page}) => {
    for (const details of await page.locator('details').all()) {
      const [, stride, cost] = /^stride (\d+): (.*)$/.exec(await details.locator('summary').innerText());
      await moveSlider(page, stride);
      assert.deepStrictEqual(await page.locator('#slider svg').evaluate(drawn),
                             await details.locator('svg').evaluate(drawn));
      assert.strictEqual(await page.locator('#stride-says').innerText(), `stride ${stride}: ${cost}`);
      assert.strictEqual(await page.locator('#slider svg').getAttribute('viewBox'),
                         await details.locator('svg').getAttribute('viewBox'));
    }
  },

  'moves the slider with the keyboard': async ({page}) => {
    await page.locator('#stride').focus();
    await page.keyboard.press('Home');
    assert.match(await page.locator('#stride-says').innerText(), /^stride 0: a broadcast/);
    await page.keyboard.press('ArrowRight');
    assert.match(await page.locator('#stride-says').innerText(), /^stride 1: no conflict, 1 wavefront$/);
  },

  'reaches every control with the tabulator': async ({page}) => {
    const wanted = await page.locator('input, select, summary, [tabindex="0"]').count();
    const reached = new Set();
    for (let i = 0; i < wanted + 2; ++i) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate(() => {
        const all = [...document.querySelectorAll('input, select, summary, [tabindex="0"]')];
        return all.indexOf(document.activeElement);
      }));
    }
    reached.delete(-1);
    const shown = await page.locator('input:visible, select:visible, summary:visible, [tabindex="0"]:visible').count();
    assert.strictEqual(reached.size, shown);
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

  'shows the counts of the row that is chosen': async ({page}) => {
    const note = page.locator('td.note').first();
    assert.strictEqual(await note.innerText(), 'load 32.00');
    await page.locator('#row').selectOption({label: '3'});
    assert.strictEqual(await note.innerText(), 'load 1.00');
    assert.strictEqual(await note.getAttribute('class'), 'note');
    await page.locator('#row').selectOption({label: '8'});
    assert.strictEqual(await note.innerText(), 'load 8.00');
    assert.strictEqual(await note.getAttribute('class'), 'note hot');
  },

  'is whole without scripts': async ({browser}) => {
    const context = await browser.newContext({javaScriptEnabled: false});
    const page = await context.newPage();
    await page.goto(url('sweep.html'));
    assert.strictEqual(await page.locator('#slider').isVisible(), false);
    assert.strictEqual(await page.locator('#row').isVisible(), false);
    assert.strictEqual(await page.locator('#row-shown').innerText(), '32');
    assert.strictEqual(await page.locator('details svg').count(), 11);
    await context.close();
  },

  'fits a narrow window': async ({page}) => {
    await page.setViewportSize({width: 360, height: 800});
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 360, `${width} pixels wide`);
  },

  'is dark where the reader asks for it': async ({page}) => {
    const colours = () => page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.backgroundColor, style.color];
    });
    await page.emulateMedia({colorScheme: 'light'});
    assert.deepStrictEqual(await colours(), ['rgb(255, 255, 255)', 'rgb(27, 31, 36)']);
    await page.emulateMedia({colorScheme: 'dark'});
    assert.deepStrictEqual(await colours(), ['rgb(13, 17, 23)', 'rgb(230, 237, 243)']);
  },
};

runTests('sweep.html', tests);
