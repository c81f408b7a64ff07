import {
  Body,
  Delete,
  Get,
  Header,
  Path,
  Put,
  Query,
  Response,
  Route,
  Security,
  SuccessResponse,
  Tags,
} from '@tsoa/runtime';
import type { ErrorBody } from '../http/errors';
import { type Page, pageOf } from '../http/pagination';
import { expectedRevision, ResourceController } from '../http/resource';
import type { PageNumber, PageSize } from '../http/types';
import type { LocaleTag } from '../platform/tenants/tenants.dto';
import type {
  SaveTemplateTranslation,
  TemplateTranslationRow,
  TemplateTranslationView,
} from './template-translations.dto';
import { getTemplateTranslation, listTemplateTranslations } from './template-translations.queries';
import { deleteTemplateTranslation, saveTemplateTranslation } from './template-translations.service';

@Route('api/evaluation-templates/{id}/translations')
@Tags('Evaluation templates')
@Security('jwt', ['framework:manage'])
export class TemplateTranslationsController extends ResourceController {
  /**
   * Returns the languages that a template is translated into, by their tags, with how much is translated. Forms, results
   * and the PDF report use the language of the reader’s account, then its base language (`es` for `es-MX`), then the
   * template’s own, for each text. The public API always has the template’s own texts.
   * @summary List the translations of a template
   */
  @Get()
  public async listTemplateTranslations(
    @Path() id: string,
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
  ): Promise<Page<TemplateTranslationRow>> {
    return pageOf(page, pageSize, (slice) => listTemplateTranslations(id, slice));
  }

  /**
   * Returns the texts of a template in one language. Texts that are not translated are omitted or null.
   * @summary Get a translation of a template
   * @param locale a BCP 47 language tag such as es-MX
   */
  @Get('{locale}')
  @Response<ErrorBody>(400, 'VALIDATION: not a language tag')
  public async getTemplateTranslation(@Path() id: string, @Path() locale: LocaleTag): Promise<TemplateTranslationView> {
    return this.tagged(await getTemplateTranslation(id, locale));
  }

  /**
   * Creates or updates the texts of a template in one language, also while a generated cycle uses the template. Omitted
   * name, description and labels keep their values, null clears them; sections and items are replaced as a whole. A
   * clone of the template gets its translations, too.
   * @summary Save a translation of a template
   * @param locale a BCP 47 language tag such as es-MX, stored in its canonical spelling
   * @param ifMatch the ETag of the version that you read; an outdated one is refused
   */
  @Put('{locale}')
  @Response<ErrorBody>(409, 'CONFLICT: created concurrently by another user')
  public async saveTemplateTranslation(
    @Path() id: string,
    @Path() locale: LocaleTag,
    @Body() body: SaveTemplateTranslation,
    @Header('If-Match') ifMatch?: string,
  ): Promise<TemplateTranslationView> {
    await saveTemplateTranslation(id, locale, body, expectedRevision(ifMatch));
    return this.tagged(await getTemplateTranslation(id, locale));
  }

  /**
   * Deletes the texts of a template in one language. Its readers get those of the base language or of the template.
   * @summary Delete a translation of a template
   * @param locale a BCP 47 language tag such as es-MX
   */
  @Delete('{locale}')
  @SuccessResponse(204, 'Deleted')
  @Response<ErrorBody>(400, 'VALIDATION: not a language tag')
  public async deleteTemplateTranslation(@Path() id: string, @Path() locale: LocaleTag): Promise<void> {
    await deleteTemplateTranslation(id, locale);
    this.setStatus(204);
  }
}
