import type { components } from '../../../build/openapi/internal';
import { answered, api } from '../../http/client';
import { ifMatch } from '../../http/if-match';
import { queryClient } from '../../http/query-client';
import { type ReadResult, readKey } from '../../http/use-read';

/** How users of the organization sign in. */
export type SignInSettings = ReadResult<'/api/sign-in-settings'>;
export type SignInBody = components['schemas']['UpdateSignInSettings'];

/** Saves sign-in settings unless someone else has changed them, and shows the answer. */
export async function saveSignIn(settings: SignInSettings, body: SignInBody): Promise<void> {
  const saved = await answered(api.PUT('/api/sign-in-settings', { body, params: { header: ifMatch(settings) } }));
  queryClient.setQueryData(readKey('/api/sign-in-settings'), saved);
}
