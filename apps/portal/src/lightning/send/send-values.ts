import type { Inputs, Outputs } from '../../trpc.ts'
import { withoutBlanks } from '../../ui/form/use-wire-form.ts'

/** What a send would do, as the server reads it. */
export type Preview = Outputs['lightning']['portal']['preview']

/** The form of a send, as it is typed. */
export interface SendValues {
  readonly walletId: string
  readonly destination: string
  readonly amountSats: string
}

/** The form as the procedures take it: the server reads the typed text. */
export const sendInput = (values: SendValues): Inputs['lightning']['portal']['preview'] =>
  withoutBlanks({ ...values }) as Inputs['lightning']['portal']['preview']
