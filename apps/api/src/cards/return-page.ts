import { cardReturnPage } from '@gateway/pages/cards/card-return-page'
import type { Route } from '../http/route.ts'
import { answerPage } from '../pages/page-answer.ts'

/** Where customers arrive after the page of the card processor, where the merchant names no page. */
export const cardReturnRoute: Route = {
  method: 'GET',
  path: '/cards/paid',
  cors: false,
  answer: (request) => answerPage(request, async (turn) => ({ page: cardReturnPage(turn) })),
}
