import { missingSteps, onboardingSteps, OnboardingStep } from '../../api/platform/tenants/onboarding.rules';
import type { Tenant } from '../../shared/platform/tenant.model';

const AT = new Date('2026-11-21T09:30:00Z');
const { Administrator, Organization, Policies, Branding } = OnboardingStep;

function tenant(fields: {
  organizationAt?: Date;
  policiesAt?: Date;
  primaryColor?: string;
  logoFileId?: string;
}): Pick<Tenant, 'onboarding' | 'settings'> {
  const { organizationAt = null, policiesAt = null, primaryColor = null, logoFileId = null } = fields;
  return {
    onboarding: { organizationAt, policiesAt },
    settings: {
      primaryColor,
      logoFileId,
      minPasswordLength: 8,
      anonymityMinimum: 3,
      surveyThreshold: 5,
      nineBox: { lowBelow: 2.5, highFrom: 4 },
    },
  };
}

describe('the steps of the onboarding', () => {
  test.each<[string, Parameters<typeof tenant>[0], boolean, OnboardingStep[], OnboardingStep[]]>([
    ['a new organization', {}, false, [], [Administrator, Organization]],
    ['an admin with a password of their own', {}, true, [Administrator], [Organization]],
    ['locale and timezone confirmed', { organizationAt: AT }, false, [Organization], [Administrator]],
    ['all that is required', { organizationAt: AT }, true, [Administrator, Organization], []],
    ['policies alone', { policiesAt: AT }, false, [Policies], [Administrator, Organization]],
    ['a color', { primaryColor: '#1f6feb' }, true, [Administrator, Branding], [Organization]],
    ['a logo', { logoFileId: 'file' }, true, [Administrator, Branding], [Organization]],
    [
      'everything',
      { organizationAt: AT, policiesAt: AT, primaryColor: '#1f6feb', logoFileId: 'file' },
      true,
      [Administrator, Organization, Policies, Branding],
      [],
    ],
  ])('%s', (_case, fields, hasOwnAdministrator, done, missing) => {
    const steps = onboardingSteps(tenant(fields), hasOwnAdministrator);
    expect(steps.map(({ step, required }) => [step, required])).toEqual([
      [Administrator, true],
      [Organization, true],
      [Policies, false],
      [Branding, false],
    ]);
    expect(steps.filter((state) => state.done).map(({ step }) => step)).toEqual(done);
    expect(missingSteps(steps)).toEqual(missing);
  });
});
