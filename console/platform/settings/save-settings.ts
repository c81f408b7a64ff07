import type { components } from '../../../build/openapi/internal';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { queryClient, refresh } from '../../http/query-client';
import { readKey } from '../../http/use-read';
import type { Settings, TypedSettings } from './settings-fields';

type Body = components['schemas']['UpdateTenantSettings'];

/** What a step of the settings sends. */
export const settingsBodies = {
  organization: ({ name, locale, timezone }: TypedSettings): Body => ({ name, locale, timezone }),
  branding: ({ branding: { primaryColor } }: TypedSettings): Body => ({
    branding: { primaryColor: primaryColor === '' ? null : primaryColor },
  }),
  policies: (typed: TypedSettings): Body => ({
    anonymityMinimum: Number(typed.anonymityMinimum),
    surveyThreshold: Number(typed.surveyThreshold),
    nineBox: {
      lowBelow: Number(typed.nineBox.lowBelow),
      highFrom: Number(typed.nineBox.highFrom),
      estimates: typed.nineBox.estimates,
    },
    minPasswordLength: Number(typed.minPasswordLength),
  }),
};

/** Stores settings; throws what the API refused. The frame shows name, color and zone too. */
export async function saveSettings(settings: Settings, body: Body): Promise<Settings> {
  const saved = await answered(api.PUT('/api/tenant-settings', { body, params: { header: ifMatch(settings) } }));
  queryClient.setQueryData(readKey('/api/tenant-settings'), saved);
  void refresh('/api/my-profile', '/api/tenant-settings/onboarding');
  return saved;
}
