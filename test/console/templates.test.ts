import { EvaluationTemplateModel } from '../../shared/framework/evaluation-template.model';
import { now } from '../../shared/kernel/clock';
import { makeCompetency, makeTemplate } from '../factories/framework';
import { chooseAction, dismissNotices } from './browser';
import { useHrTab } from './hr-tab';

const { tenant, tab } = useHrTab({ worker: false });

beforeAll(async () => {
  const levels = [1, 2, 3, 4, 5].map((level) => ({ level, label: '', descriptor: `Plans ${level} weeks ahead` }));
  await tenant().within(() => makeCompetency({ name: 'Planning', code: 'PLAN', levels }));
});

/** What is stored of a template now: its sections with the texts of their items. */
async function storedTexts(id: string): Promise<Record<string, string[]>> {
  const row = await tenant().within(() => EvaluationTemplateModel.findById(id).lean());
  return Object.fromEntries((row?.sections ?? []).map(({ title, items }) => [title, items.map(({ text }) => text)]));
}

/** A template with two sections: A with the items one, two and three, B with four. */
async function makeOrdered(): Promise<string> {
  const row = await tenant().within(async () => {
    const made = await makeTemplate([{ text: 'one' }, { text: 'two' }, { text: 'three' }, { text: 'four' }]);
    const items = made.sections[0]?.items ?? [];
    const [a, b] = [items.slice(0, 3), items.slice(3)];
    await EvaluationTemplateModel.updateOne(
      { _id: made._id },
      {
        sections: [
          { id: made.sections[0]?.id, title: 'A', items: a },
          { id: made._id, title: 'B', items: b },
        ],
      },
    );
    return made;
  });
  return row._id;
}

const save = async (): Promise<void> => {
  await tab().page.getByRole('button', { name: 'Save' }).click();
  await tab().page.getByText('has been saved').waitFor();
  await dismissNotices(tab().page);
};

describe('evaluation templates (/templates)', () => {
  test('a new one is made from the empty list, with a competency, and shown as an evaluator gets it', async () => {
    await tab().open('/templates');
    await tab().page.getByText('There are no evaluation templates yet').waitFor();
    await tab().page.getByRole('link', { name: 'New template' }).click();
    await tab().page.getByRole('heading', { level: 1, name: 'New evaluation template' }).waitFor();
    await tab().page.getByLabel('Name', { exact: true }).fill('Half-year review');
    await tab().page.getByLabel('Give each step a label').check();
    await tab().page.getByLabel('Label of 5').fill('Outstanding');
    await tab().page.getByLabel('Title of section 1').fill('Results');
    await tab().page.getByLabel('Question or statement').fill('Plans <b>ahead</b>.');
    await tab()
      .page.getByLabel('Managers', { exact: true })
      .or(tab().page.getByLabel('Manager', { exact: true }))
      .check();
    await tab().page.getByRole('button', { name: 'Choose' }).click();
    const picker = tab().page.getByRole('dialog', { name: 'Choose a competency or skill' });
    await picker.getByLabel('Search').fill('plän');
    await picker.getByRole('button', { name: 'Planning PLAN' }).click();

    await tab().page.getByRole('button', { name: 'Preview' }).click();
    const preview = tab().page.getByRole('dialog', { name: 'Preview: Half-year review' });
    const question = preview.getByRole('group', { name: 'Plans <b>ahead</b>.' });
    expect(await question.getByRole('radio').count()).toBe(5);
    await question.getByText('Outstanding').waitFor();
    await preview.getByLabel('As seen by').selectOption('Peers');
    await preview.getByText('Evaluators of this type are asked nothing.').waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    await preview.getByRole('button', { name: 'Dismiss' }).click();

    await save();
    await tab().page.getByRole('heading', { level: 1, name: 'Half-year review' }).waitFor();
    const id = new URL(tab().page.url()).pathname.split('/').at(-1) ?? '';
    expect(await storedTexts(id)).toEqual({ Results: ['Plans <b>ahead</b>.'] });
    const row = await tenant().within(() => EvaluationTemplateModel.findById(id).lean());
    expect(row?.scale.labels).toEqual(['', '', '', '', 'Outstanding']);
    expect(row?.sections[0]?.items[0]).toMatchObject({ evaluatorTypes: ['Manager'], weight: 1, required: true });
    expect(row?.sections[0]?.items[0]?.competencyId).not.toBeNull();

    // Once saved, the preview has the levels of the competency as the form has them.
    await tab().page.getByRole('button', { name: 'Preview' }).click();
    await preview.getByText('What each step means').waitFor();
    await preview.getByText('Plans 5 weeks ahead').waitFor();
    await preview.getByRole('button', { name: 'Dismiss' }).click();
  });

  test('what is missing is said at its field, which takes the focus', async () => {
    await tab().open('/templates/new');
    await tab().page.getByLabel('Name', { exact: true }).fill('Incomplete');
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByText('This field is required').first().waitFor();
    expect(await tab().page.getByText('This field is required').count()).toBe(2);
    await tab().page.locator(':focus[placeholder="Title of the section"]').waitFor();
    expect(await tab().accessibilityProblems()).toEqual([]);
    // What only the API refuses is shown at the sections.
    await tab().page.getByLabel('Title of section 1').fill('Words');
    await tab().page.getByLabel('Question or statement').fill('Why?');
    await tab().page.getByLabel('Answer', { exact: true }).selectOption('Free text');
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByText('Must have at least one Rating item').waitFor();
    await tab().page.getByLabel('Answer', { exact: true }).selectOption('Rating on the scale');
    await save();
  });

  test('a section asks only for what the job needs', async () => {
    const id = await makeOrdered();
    await tab().open(`/templates/${id}`);
    await tab().page.getByLabel('Ask only what the job profile requires').last().check();
    await save();
    const row = await tenant().within(() => EvaluationTemplateModel.findById(id).lean());
    expect(row?.sections.map(({ onlyRequired = false }) => onlyRequired)).toEqual([false, true]);
    await tab().page.reload();
    await tab().page.getByLabel('Ask only what the job profile requires').last().waitFor();
    expect(await tab().page.getByLabel('Ask only what the job profile requires').last().isChecked()).toBe(true);
    expect(await tab().accessibilityProblems()).toEqual([]);
  });

  test('sections and items are ordered by dragging', async () => {
    const id = await makeOrdered();
    await tab().open(`/templates/${id}`);
    const item = (text: string) =>
      tab()
        .page.getByRole('listitem')
        .filter({ hasText: new RegExp(`^\\W*${text}`) });
    const section = (title: string) => tab().page.getByRole('region', { name: new RegExp(`^Section \\d: ${title}$`) });
    await item('one')
      .locator('[draggable="true"]')
      .dragTo(item('three'), { targetPosition: { x: 60, y: 2 } });
    await tab().page.getByText('Item 2 of 3 in A').waitFor();
    await item('two')
      .locator('[draggable="true"]')
      .dragTo(section('B').locator('header'), { targetPosition: { x: 90, y: 4 } });
    await tab().page.getByText('Item 2 of 2 in B').waitFor();
    await section('B')
      .locator('[draggable="true"]')
      .first()
      .dragTo(section('A').locator('header'), { targetPosition: { x: 90, y: 4 } });
    await tab().page.getByText('Section 1 of 2').waitFor();
    await save();
    expect(Object.entries(await storedTexts(id))).toEqual([
      ['B', ['four', 'two']],
      ['A', ['one', 'three']],
    ]);
  });

  test('and by the keyboard alone, with the focus on what moves', async () => {
    const id = await makeOrdered();
    await tab().open(`/templates/${id}`);
    const press = async (name: string, ...announcements: string[]): Promise<void> => {
      await tab().page.getByRole('button', { name, exact: true }).focus();
      for (const announcement of announcements) {
        await tab().page.keyboard.press('Enter');
        await tab().page.getByText(announcement).waitFor();
        expect(await tab().page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).toBe(name);
      }
    };
    await press('Move down: two', 'Item 3 of 3 in A', 'Item 1 of 2 in B');
    await press('Move up: three', 'Item 1 of 2 in A');
    await press('Move up: B', 'Section 1 of 2');
    await tab().page.keyboard.press('Enter');
    await tab().page.getByRole('button', { name: 'Save' }).focus();
    await tab().page.keyboard.press('Enter');
    await tab().page.getByText('has been saved').waitFor();
    await dismissNotices(tab().page);
    expect(Object.entries(await storedTexts(id))).toEqual([
      ['B', ['two', 'four']],
      ['A', ['three', 'one']],
    ]);
  });

  test('a version that a cycle uses keeps its items; a new version of it can change', async () => {
    const name = `Frozen ${'x'.repeat(100)}`;
    const row = await tenant().within(() => makeTemplate([{ text: 'asked' }], { name, frozenAt: now() }));
    await tab().open(`/templates/${row._id}`);
    await tab().page.getByText('An evaluation cycle uses this version').waitFor();
    await tab().page.getByText('asked').waitFor();
    for (const gone of ['Edit', 'Remove', 'Add item', 'Delete'])
      expect(await tab().page.getByRole('button', { name: gone, exact: true }).count()).toBe(0);
    await tab().page.getByLabel('Description').fill('Of last year');
    await save();
    await tab().page.getByRole('button', { name: 'New version' }).click();
    await tab().page.getByText('Version 2', { exact: true }).waitFor();
    await tab().page.getByRole('button', { name: 'Remove', exact: true }).click();
    await tab().page.getByRole('button', { name: 'Add item' }).click();
    await tab().page.getByLabel('Question or statement').fill('asked otherwise');
    await save();
    const id = new URL(tab().page.url()).pathname.split('/').at(-1) ?? '';
    expect(await storedTexts(id)).toEqual({ Section: ['asked otherwise'] });
    expect(await storedTexts(row._id)).toEqual({ Section: ['asked'] });

    await tab().open(`/templates?search=frozen`);
    await tab().page.getByRole('row').nth(2).waitFor({ state: 'detached' });
    await tab().page.getByLabel('Versions').selectOption('All versions');
    await tab().page.getByText('Used by a cycle').waitFor();
    expect(await tab().page.getByRole('row').count()).toBe(3);
    await chooseAction(tab().page.getByRole('row').filter({ hasNotText: 'Used by a cycle' }), 'Delete');
    await tab().page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await tab().page.getByText('has been deleted').waitFor();
    await tab().page.getByRole('row').nth(2).waitFor({ state: 'detached' });
  });

  test('a copy of one is another template: its items have ids of their own', async () => {
    const id = await makeOrdered();
    const { name } = (await tenant().within(() => EvaluationTemplateModel.findById(id).lean())) ?? { name: '' };
    await tab().open(`/templates/${id}`);
    await tab().page.getByRole('button', { name: 'Duplicate' }).click();
    await tab()
      .page.getByRole('heading', { level: 1, name: `Copy of ${name}` })
      .waitFor();
    const copy = tab().page.url().split('/').at(-1) ?? '';
    expect(await storedTexts(copy)).toEqual(await storedTexts(id));
    const rows = await tenant().within(() => EvaluationTemplateModel.find({ _id: { $in: [id, copy] } }).lean());
    const ids = rows.flatMap(({ sections }) =>
      sections.flatMap((each) => [each.id, ...each.items.map((item) => item.id)]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(rows.map(({ version, isCurrent }) => [version, isCurrent])).toEqual([[1, true], [1, true]]); // oxfmt-ignore
  });

  test('what someone else saved in the meantime is not overwritten, and nothing typed is lost', async () => {
    const id = await makeOrdered();
    await tab().open(`/templates/${id}`);
    await tab().page.getByLabel('Title of section 1').fill('Mine');
    await tenant().within(async () => {
      const row = await EvaluationTemplateModel.findById(id);
      await row?.set({ description: 'Theirs' }).save();
    });
    await tab().page.getByRole('button', { name: 'Save' }).click();
    await tab().page.getByText('Someone else saved changes in the meantime.').waitFor();
    expect(await tab().page.getByLabel('Description').inputValue()).toBe('Theirs');
    expect(await tab().page.getByLabel('Title of section 1').inputValue()).toBe('Mine');
    await tab().page.getByRole('link', { name: 'Home' }).click();
    await tab().page.getByRole('button', { name: 'Stay' }).click();
    expect(await tab().page.getByLabel('Title of section 1').inputValue()).toBe('Mine');
  });
});
