import { OperatorCardsView, presentOperatorCards } from '@gateway/contract/portal/operator-cards'
import { listOperatorCards } from '@gateway/operations/cards/portal/list-operator-cards'
import { operatorProcedure } from './procedures.ts'

/** What operators read about card money. */
export const cardProcedures = {
  cards: operatorProcedure
    .output(OperatorCardsView)
    .query(async ({ ctx: { desk } }) => presentOperatorCards(await listOperatorCards(desk))),
}
