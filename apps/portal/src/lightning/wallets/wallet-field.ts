import type { FieldValues, Path } from 'react-hook-form'
import type { FieldOf } from '../../ui/form/fields.tsx'
import { formatSats } from '../sats.ts'
import type { Wallet } from '../use-wallets.ts'

/** The choice of a wallet; none where there is only one. */
export const walletField = <Values extends FieldValues>(name: Path<Values>, wallets: readonly Wallet[]): FieldOf<Values>[] =>
  wallets.length < 2
    ? []
    : [
        {
          name,
          label: 'Wallet',
          options: wallets.map(({ wallet_id: id, available_sats: sats }) => [id, `${id}, ${formatSats(sats)} available`] as const),
        },
      ]
