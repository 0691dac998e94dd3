import type { FieldValues, Path } from 'react-hook-form'
import type { FieldOf } from '../../ui/form/fields.tsx'
import { formatSats } from '../sats.ts'
import { MOST_WALLETS } from '../use-wallets.ts'
import type { WalletChoice } from './use-wallet-choice.ts'

/** The choice of a wallet; none where there is only one. It says so where there are more than it offers. */
export const walletField = <Values extends FieldValues>(name: Path<Values>, { wallets, total }: WalletChoice): FieldOf<Values>[] =>
  wallets.length < 2
    ? []
    : [
        {
          name,
          label: 'Wallet',
          options: wallets.map(({ wallet_id: id, available_sats: sats }) => [id, `${id}, ${formatSats(sats)} available`] as const),
          ...(total > MOST_WALLETS && { hint: `The newest ${MOST_WALLETS} of ${total}. To use another one, open it under Wallets first.` }),
        },
      ]
