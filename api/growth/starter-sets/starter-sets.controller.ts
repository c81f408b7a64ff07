import {
  Body,
  Controller,
  Get,
  Path,
  Post,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import type { LocaleTag } from '../../platform/tenants/tenants.dto';
import type { AdoptedStarterSet, AdoptStarterSet, StarterSetView } from './starter-sets.dto';
import { listStarterSets } from './starter-sets.queries';
import { adoptStarterSet } from './starter-sets.service';

@Route('api/starter-sets')
@Tags('Starter sets')
@Security('jwt', ['framework:manage'])
export class StarterSetsController extends Controller {
  /**
   * Returns the starter sets: competencies with five described levels, evaluation templates, survey questions and job profiles
   * that you can adopt and change.
   * @summary List starter sets
   * @param locale language of the texts, English or Spanish; the organization's when omitted
   */
  @Get()
  @Response<ErrorBody>(400, 'VALIDATION: there are no texts in this language')
  public async listStarterSets(@Query() locale?: LocaleTag): Promise<StarterSetView[]> {
    return listStarterSets(locale);
  }

  /**
   * Adds a starter set, or parts of it, to your organization. What you have already is left as it is, also what you have
   * changed since: competencies and job profiles are recognized by their code, templates and surveys by their origin. Templates
   * come with their translation, and surveys as Drafts. Returns what was added.
   * @summary Add a starter set
   */
  @Post('{key}/adopt')
  @SuccessResponse(201, 'Created')
  @Response<ErrorBody>(409, 'CONFLICT: someone adds the same set at this moment')
  public async adoptStarterSet(@Path() key: string, @Body() body: AdoptStarterSet): Promise<AdoptedStarterSet> {
    this.setStatus(201);
    return adoptStarterSet(key, body);
  }
}
