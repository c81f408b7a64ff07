import { type Rule, RuleTester } from 'eslint';

const { rules } = jest.requireActual<{
  rules: Record<
    'tenant-floor' | 'limit-names' | 'page-waits' | 'private-members' | 'row-buttons' | 'swallowed-errors',
    Rule.RuleModule
  >;
}>('../../dev/lint/syntax-rules.cjs');
const tester = new RuleTester();
const refused = (code: string, ...messages: RegExp[]) => ({
  code,
  errors: messages.map((message) => ({ message })),
});

const jsx = (code: string) => ({ code, languageOptions: { parserOptions: { ecmaFeatures: { jsx: true } } } });

describe('the rules that the linter takes from dev/lint (docs/contributing.md)', () => {
  tester.run('tenant-floor', rules['tenant-floor'], {
    valid: ['const rows = db.rows;', 'model.aggregate([{ $match: {} }])'],
    invalid: [
      refused('Model.collection.find({})', /bypasses the tenant floor/),
      refused('Model.watch()', /Change streams/),
      refused('save({ middleware: false })', /bypasses the tenant floor/),
      refused('model.aggregate([{ $lookup: {} }, { $match: {} }, { $out: "x" }])', /join in code/, /join in code/),
    ],
  });

  tester.run('limit-names', rules['limit-names'], {
    valid: ['const MAX_ROWS = 3; const mostRows = MAX_ROWS;'],
    invalid: [refused('const MOST_ROWS = 3;', /MAX_ or MIN_/), refused('use(SHORTEST_NAME)', /MAX_ or MIN_/)],
  });

  tester.run('page-waits', rules['page-waits'], {
    valid: ['until(() => page.evaluate("scrollY > 0"))'],
    invalid: [refused('page.waitForFunction("scrollY > 0")', /until/)],
  });

  tester.run('private-members', rules['private-members'], {
    valid: ['class Cache { entries = 1 }'],
    invalid: [refused('class Cache { #entries = 1 }', /private/)],
  });

  tester.run('row-buttons', rules['row-buttons'], {
    valid: [
      jsx('const columns = [{ cell: (row) => <Person id={row.id} /> }]'),
      jsx('const page = <Button>Add</Button>'),
    ],
    invalid: [
      {
        ...jsx('const columns = [{ cell: (row) => <Button>End</Button> }]'),
        errors: [{ message: /`menu` of the table/ }],
      },
    ],
  });

  tester.run('swallowed-errors', rules['swallowed-errors'], {
    valid: [
      'page.goto("/x").catch((error) => { if (!isCrash(error)) throw error; })',
      'read().then(() => send(), (error) => error.code)',
      'async () => { try { await read() } catch (error) { expect(error).toBe(1) } }',
      'const isJson = (text) => { try { return JSON.parse(text) } catch { return false } }',
    ],
    invalid: [
      refused('page.waitForURL("/x").catch(() => undefined)', /swallows a timeout/),
      refused('page.waitForURL("/x").catch(function () {})', /swallows a timeout/),
      refused('heading.waitFor().then(() => true, () => false)', /swallows a timeout/),
      refused('async () => { try { await heading.waitFor() } catch { return false } }', /swallows a timeout/),
    ],
  });
});
