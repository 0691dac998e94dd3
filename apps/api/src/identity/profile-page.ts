import { presentTime } from '@gateway/contract/wire/time'
import { isDid } from '@gateway/domain/identity/did'
import { counts, type Receipt } from '@gateway/domain/identity/receipt'
import { type Profile, viewProfile } from '@gateway/operations/identity/public/view-profile'
import { errorPage } from '@gateway/pages/errors/error-page'
import { profilePage } from '@gateway/pages/identity/profile-page'
import type { ShownReceipt, ShownReputation } from '@gateway/pages/identity/profile-view'
import type { ServerContext } from '../context.ts'
import type { Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'

const PAGE = 25
const DEEPEST_OFFSET = 10_000

/** The public profile of a DID, for everybody; one that nobody has heard of has a page of zeros. */
export const profilePageRoute = (api: ServerContext): Route => ({
  method: 'GET',
  path: '/did/{did}',
  cors: false,
  answer: (request) =>
    answerPage(request, async (turn) => {
      const did = request.params['did']
      if (!isDid(did)) return { status: 404, page: errorPage({ ...turn, kind: 'not_found' }) }
      const offset = offsetOf(request.search)
      const profile = await viewProfile(api, { did, limit: PAGE, offset })
      const receipts = { receipts: profile.receipts.map(shownReceipt), total: profile.total, offset, limit: PAGE }
      return { page: profilePage({ ...turn, reputation: shownReputation(profile), receipts }) }
    }),
})

/** Where the shown receipts begin; what is no number begins with the newest. */
function offsetOf(search: string): number {
  const asked = Number(new URLSearchParams(search).get('offset') ?? 0)
  return Number.isInteger(asked) ? Math.min(Math.max(asked, 0), DEEPEST_OFFSET) : 0
}

const shownReputation = ({ seen: { did, reputation, computedAt }, displayName }: Profile): ShownReputation => ({
  ...reputation,
  did,
  displayName,
  computedAt: presentTime(computedAt),
})

const shownReceipt = (receipt: Receipt): ShownReceipt => ({
  category: receipt.category,
  outcome: receipt.outcome,
  amount: receipt.amount === null ? null : [receipt.amount, receipt.currency ?? ''].join(' ').trim(),
  rating: receipt.rating,
  isVerified: counts(receipt),
  createdAt: presentTime(receipt.createdAt),
})
