import type { AssetCode } from '@gateway/domain/money/asset'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { api } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { messageOf } from '../ui/problem.ts'
import { assetName } from '../ui/money.ts'
import { toast } from '../ui/toasts.tsx'
import { useTypedAddress } from './use-typed-address.ts'

interface EditWalletProps {
  readonly asset: AssetCode
  readonly businessId: string
  readonly current: string | undefined
  /** How long the former wallet stays in effect. */
  readonly delaySeconds: number
  readonly onDone: () => void
}

/** Saves or removes a wallet; the password is asked before. */
function useSaving({ asset, businessId, delaySeconds, onDone }: EditWalletProps, confirmProgramAddress: boolean) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (next: string) =>
      confirmed(() => api.businesses.update.mutate({ id: businessId, walletAddresses: { [asset]: next }, confirmProgramAddress })),
    onSuccess: async () => {
      toast(`Wallet saved. ${effectOf(delaySeconds)}`)
      onDone()
      await client.invalidateQueries()
    },
  })
}

/** Sets, changes or removes one wallet. The address is checked while it is typed; one of a program is confirmed once more. */
export function EditWallet(props: EditWalletProps) {
  const { asset, current, delaySeconds, onDone } = props
  const { address, typed, problem, ...entry } = useTypedAddress(asset, current)
  const save = useSaving(props, entry.isProgram)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    save.mutate(address.trim())
  }
  return (
    <form className="stack" onSubmit={submit}>
      {save.error && <Notice state="failed" fact={messageOf(save.error)} isAlert />}
      <TextField
        label={`${assetName(asset)} address`}
        className="mono"
        value={address}
        onChange={(event) => entry.type(event.target.value)}
        error={problem}
        ok={entry.isValid ? 'This is a valid address of the right network.' : undefined}
        hint={`Paste it from your own wallet. ${effectOf(delaySeconds)}`}
        spellCheck={false}
        autoComplete="off"
        autoFocus
      />
      {entry.isAskedTwice && (
        <CheckField checked={entry.isProgram} onChange={(event) => entry.setProgram(event.target.checked)}>
          This is the vault of a multisig, such as Squads, and I have copied it from there. Money at a token account or program is lost.
        </CheckField>
      )}
      <WalletButtons
        current={current}
        isSaving={save.isPending}
        isReady={typed !== '' && typed !== current && problem === undefined}
        onDone={onDone}
        onRemove={() => save.mutate('')}
      />
    </form>
  )
}

interface WalletButtonsProps {
  readonly current: string | undefined
  readonly isSaving: boolean
  readonly isReady: boolean
  readonly onDone: () => void
  readonly onRemove: () => void
}

function WalletButtons({ current, isSaving, isReady, onDone, onRemove }: WalletButtonsProps) {
  return (
    <div className="row row--wrap">
      <Button onClick={onDone}>{current === undefined ? 'Cancel' : 'Keep old address'}</Button>
      <Button look="primary" type="submit" busy={isSaving && 'Saving…'} disabled={!isReady}>
        Save address
      </Button>
      {current !== undefined && (
        <Button look="quiet-danger" onClick={onRemove} disabled={isSaving}>
          Remove wallet
        </Button>
      )}
    </div>
  )
}

const HOUR_SECONDS = 3_600

/** From when on payments go to a wallet. */
const effectOf = (delaySeconds: number): string =>
  delaySeconds === 0
    ? 'Payments created from now on go there; open ones keep the old address.'
    : `Payments created after ${Math.ceil(delaySeconds / HOUR_SECONDS)} hours go there; until then, and for open ones, the old address stays.`
