import { OperatorLightningView, presentOperatorLightning } from '@gateway/contract/lightning/operator'
import { listOperatorLightning } from '@gateway/operations/lightning/portal/list-operator-lightning'
import { operatorProcedure } from './procedures.ts'

/** What operators read about Lightning. */
export const lightningProcedures = {
  lightning: operatorProcedure
    .output(OperatorLightningView)
    .query(async ({ ctx: { desk } }) => presentOperatorLightning(await listOperatorLightning(desk))),
}
