import { Body, Get, Path, Post, Query, Response, Route, Security, Tags } from '@tsoa/runtime';
import type { ErrorBody } from '../../http/errors';
import { type Page, pageOf } from '../../http/pagination';
import { ResourceController } from '../../http/resource';
import type { PageNumber, PageSize, Search } from '../../http/types';
import type { GuestView, WithdrawGuest } from './guests.dto';
import { getGuest, listGuests } from './guests.queries';
import { resendInvitation, withdrawGuest } from './guests.service';

@Route('api/guests')
@Tags('Guests')
@Security('jwt', ['peers:manage'])
export class GuestsController extends ResourceController {
  /**
   * Returns people without an account who evaluate, by name, with how far each is. `POST /api/peer-assignments` adds them.
   * @summary List guests
   * @param search part of the name or the email address
   * @param cycleId only those of this cycle
   */
  @Get()
  public async listGuests(
    @Query() page: PageNumber = 1,
    @Query() pageSize: PageSize = 50,
    @Query() search?: Search,
    @Query() cycleId?: string,
  ): Promise<Page<GuestView>> {
    return pageOf(page, pageSize, (slice) => listGuests({ search, cycleId }, slice));
  }

  /**
   * Returns one guest.
   * @summary Get a guest
   */
  @Get('{id}')
  public async getGuest(@Path() id: string): Promise<GuestView> {
    return this.tagged(await getGuest(id));
  }

  /**
   * Emails a new link, which ends the links before it.
   * @summary Send the link of a guest again
   */
  @Post('{id}/resend')
  @Response<ErrorBody>(
    409,
    'CONFLICT: withdrawn or erased, the cycle takes no answers now, or no mail server is configured',
  )
  public async resendInvitation(@Path() id: string): Promise<GuestView> {
    await resendInvitation(id);
    return this.tagged(await getGuest(id));
  }

  /**
   * Withdraws a guest from the cycle: the link opens nothing any more, and what is not submitted is no longer requested.
   * Submitted answers stay and count. Repeating the call has no effect.
   * @summary End the participation of a guest
   */
  @Post('{id}/withdraw')
  @Response<ErrorBody>(409, 'CONFLICT: the data of the guest was deleted')
  public async withdrawGuest(@Path() id: string, @Body() body: WithdrawGuest): Promise<GuestView> {
    await withdrawGuest(id, body);
    return this.tagged(await getGuest(id));
  }
}
