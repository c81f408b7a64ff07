/** What a reader of a document is told before its operations. */
export interface Information {
  title: string;
  description: string;
  tags: Readonly<Record<string, string>>;
}

const ERRORS = `Errors have the body \`{ success: false, errorCode, errorMessage, validationErrors[] }\`; 401 and 403 without a code, and 500, have none.
Every answer carries \`X-Request-Id\`: name it when you ask for help.`;

const LIMITS = `\`RateLimit-Limit\`, \`RateLimit-Remaining\` and \`RateLimit-Reset\` (seconds) on every answer tell the narrower one that counts. Beyond it: 429
\`RATE_LIMITED\` with \`Retry-After\`.`;

export const PUBLIC: Information = {
  title: 'Evaluation service: public API v1',
  description: `Reads the evaluations of one organization for BI tools and integrations. It never writes.

**Key.** Send \`X-Api-Key\`, or the key as the password of Basic credentials (any user name); a TenantAdmin creates keys at \`POST /api/integrations/api-keys\`. The key names the organization. A revoked or
expired key is refused within a second. Never put a key into an address.

**Limits.** 200 requests per minute and IP address, and 600 per minute and key. ${LIMITS}

**Sets.** Datasets are complete, flat and without pages; they are written as they are read, so take one as done only when the answer ends.
\`Accept: application/x-ndjson\` gives a row per line; \`Accept-Encoding: gzip\` compresses. \`employees\` comes in pages of at most 200.

**OData.** \`/api/v1/odata\` serves the same rows as OData 4.01 for Power BI, Excel and Tableau: entity sets with \`$metadata\`, \`$filter\`,
\`$select\`, \`$orderby\`, paging by \`@odata.nextLink\`. Its metadata describes it; its errors have OData's body.

**Only what changed.** Every answer has a strong \`ETag\`; \`If-None-Match\` gets 304 when nothing has changed. \`updatedSince\` (inclusive) gives the rows that
changed, with their \`updatedAt\`; \`includeDeleted=true\` adds the ids of rows that are gone. Use the newest \`updatedAt\` that you have seen as the next \`updatedSince\`.

**Promise.** Within v1 nothing is removed, renamed or given another meaning; fields, parameters and routes may be added, so ignore fields that you
do not know. v2 would live beside v1, which stays while it has users; a route that is to go answers with \`Deprecation\` and \`Sunset\` headers
at least 12 months before.

${ERRORS}`,
  tags: {
    Key: 'Whether the key works, and whose it is.',
    Employees: 'People of the organization.',
    Cycles: 'Evaluation cycles and how far they are.',
    Datasets: 'Complete flat sets for BI tools.',
    Goals: 'Objectives and key results with their progress.',
    'Pulse surveys': 'Surveys with their eNPS; small groups are never shown.',
  },
};

export const INTERNAL: Information = {
  title: 'Evaluation service: internal API',
  description: `Everything that the applications of an organization do. It is not versioned: endpoints stay stable, and a breaking change is announced in
docs/changelog.md. It is not served in production on the public surface.

**Signing in.** \`POST /api/auth/token\` gives an access token for one hour (\`Authorization: Bearer\`), and with \`"cookie": true\` a cookie for browsers.
The organization is that of the token, of the header \`X-Tenant\`, or of the host.

**Limits.** 10 requests per minute and IP address for sign-in, refresh, password reset and two-factor authentication; 200 for all others. ${LIMITS}

**Resources** carry \`revision\` and \`ETag\`; \`If-Match\` with a stale tag is 412. In \`PUT\`, omitted fields stay and \`null\` clears
those that can be empty. In every body, an optional field may be \`null\`: where there is nothing to clear, it is as if you omitted it.

**Long work** answers with its result when it ends within 25 seconds, else, or with \`Prefer: respond-async\`, 202 with a job to follow at \`/api/jobs/{id}\`.

${ERRORS}`,
  tags: {
    'Audit logs': 'What was done by whom: append-only, each entry sealed by a hash of the one before it.',
    Auth: 'Signing in and out, two-factor authentication, forgotten passwords.',
    Calibration: 'Sessions in which HR reviews and overrides scores.',
    'Career paths': 'Ordered job profiles, who is on them, and how ready they are for the next step.',
    Competencies: 'What job profiles require and evaluations rate.',
    'Competency categories': 'Groups of competencies.',
    Cycles: 'Public API: evaluation cycles.',
    Dashboards: 'Figures for HR, managers and the platform, one request each.',
    Datasets: 'Public API: complete flat sets.',
    Departments: 'The tree of the organization.',
    'Privacy requests': 'Access to the personal data of a person, and their erasure.',
    'Development plans': 'Plans with actions and evidence, and their approval.',
    'Email settings': 'How the organization sends mail.',
    'Email templates': 'Texts of mails, of the platform and of the organization.',
    'Email triggers': 'Mass mails of a cycle.',
    Employees: 'People of the organization, with import, photo and access.',
    'Evaluation cycles': 'Cycles from draft to archive, their evaluations and evaluators.',
    'Evaluation results': 'Scores of subjects, how they came about, publication, the report as PDF.',
    'Evaluation templates': 'What evaluators are asked.',
    Files: 'Evidence: upload and download.',
    'Gap analysis': 'Required against current levels.',
    'Gap heatmap': 'Gaps of all subjects by requirement, also as workbook.',
    Goals: 'Objectives with key results and check-ins.',
    Guest: 'What the link of a guest opens, without an account.',
    Guests: 'People without an account who evaluate.',
    Integrations: 'Keys of the public API, and tokens of provisioning.',
    'Job profiles': 'Roles with the levels that they require; versioned.',
    Jobs: 'Long work: progress, result, file.',
    Key: 'Public API: whether the key works.',
    'My dashboard': 'What concerns oneself, in one request.',
    Nominations: 'Whom subjects name as their peers, and the decision of their managers.',
    'My evaluations': 'Evaluations to answer, submit and acknowledge.',
    'My profile': 'One’s own account.',
    'Nine-box': 'Performance by potential, also as workbook.',
    Notifications: 'Messages inside the service.',
    'Peer assignments': 'Evaluators assigned by hand.',
    Plans: 'Limits that organizations buy.',
    'Platform settings': 'Email of the platform.',
    'Pulse surveys': 'Anonymous surveys and their eNPS.',
    'Sign-in settings': 'Single sign-on, two-factor authentication by policy, and how long sessions last.',
    'Skill frameworks': 'Catalogues of skills, global or of the organization.',
    'Starter sets': 'Competencies, templates, surveys and job profiles to begin with.',
    'Tenant settings': 'Branding, locale, thresholds, onboarding.',
    Tenants: 'Organizations.',
    'Users admin': 'Accounts of the organization.',
  },
};
