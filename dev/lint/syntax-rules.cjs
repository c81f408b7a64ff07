// The project's own rules, for oxlint (.oxlintrc.json) and for editors that ask ESLint (eslint.config.mjs): what a selector says.

/**
 * A rule that reports every node which a selector matches, with its message.
 *
 * @param {[selector: string, message: string][]} forbidden
 * @returns {import('eslint').Rule.RuleModule}
 */
const forbid = (forbidden) => ({
  meta: { type: 'problem', schema: [] },
  create(context) {
    const visitors = forbidden.map(([selector, message]) => [selector, (node) => context.report({ node, message })]);
    return Object.fromEntries(visitors);
  },
});

const SWALLOWED = 'Expect one error by its name, or wait for what does happen: this also swallows a timeout.';

module.exports = {
  meta: { name: 'service' },
  rules: {
    /** The tenant floor lives in shared/db; everywhere else these would step around it. */
    'tenant-floor': forbid([
      ["MemberExpression[property.name='collection']", 'Model.collection bypasses the tenant floor: use shared/db.'],
      ["CallExpression[callee.property.name='watch']", 'Change streams are not available on every engine.'],
      ["Property[key.name='middleware'][value.value=false]", 'middleware: false bypasses the tenant floor.'],
      [
        'Property[key.name=/^\\$(lookup|unionWith|out|merge|where|text|graphLookup)$/]',
        'Unscoped or unavailable aggregation stage: join in code, by ids.',
      ],
    ]),
    /** A limit is a maximum or a minimum (docs/glossary.md). */
    'limit-names': forbid([
      ['Identifier[name=/^(MOST|LEAST|LONGEST|SHORTEST|LARGEST|SMALLEST|DEEPEST)_/]', 'Name a limit MAX_ or MIN_.'],
    ]),
    /** A handler that takes no error swallows every one, a wait that timed out too: the test goes on minutes later, and passes. */
    'swallowed-errors': forbid([
      ["CallExpression[callee.property.name='catch'] > :function.arguments[params.length=0]", SWALLOWED],
      ["CallExpression[callee.property.name='then'] > :function.arguments[params.length=0]:nth-child(2)", SWALLOWED],
      ['TryStatement:has(AwaitExpression) > CatchClause:not([param])', SWALLOWED],
    ]),
    /** Playwright polls with eval, which the policy of the pages blocks: the wait passes only where its first look succeeds. */
    'page-waits': forbid([
      ["CallExpression[callee.property.name='waitForFunction']", 'Write `await until(() => page.evaluate(…))`.'],
    ]),
    /** Rows of all lists have one menu: what can be done with a row is the table's `menu`. */
    'row-buttons': forbid([
      [
        "Property[key.name='cell'] JSXOpeningElement[name.name=/^(button|Button|AskingButton|DeleteButton)$/]",
        'A row has no button of its own: add an action to the `menu` of the table.',
      ],
    ]),
    /** One dialect: members are private by the keyword. */
    'private-members': forbid([['PrivateIdentifier', 'Write `private` instead of `#`.']]),
  },
};
