import type { AssetCode } from '@gateway/domain/money/asset'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useDeferredValue, useState } from 'react'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { codeOf, messageOf } from '../ui/problem.ts'
import { assetName } from '../ui/money.ts'
import { toast } from '../ui/toasts.tsx'

interface EditWalletProps {
  readonly asset: AssetCode
  readonly businessId: string
  readonly current: string | undefined
  /** How long the former wallet stays in effect. */
  readonly delaySeconds: number
  readonly onDone: () => void
}

/** An address as it is typed, and what the server says of it. */
function useTypedAddress(asset: AssetCode, current: string | undefined) {
  const [address, setAddress] = useState(current ?? '')
  const [isProgram, setProgram] = useState(false)
  const typed = useDeferredValue(address.trim())
  const asked = { blockchain: asset, address: typed, confirmProgramAddress: isProgram }
  const check = useQuery(trpc.businesses.portal.checkAddress.queryOptions(asked, { enabled: typed !== '' }))
  const isRefusedAsProgram = check.data?.fault === 'program_address'
  return {
    address,
    typed,
    isProgram,
    setProgram,
    isAskedTwice: isProgram || isRefusedAsProgram,
    isValid: check.data?.valid === true,
    problem: isRefusedAsProgram ? PROGRAM_ADDRESS : (problemOf(check.data?.reason) ?? silenceOf(check.error)),
    type: (text: string) => {
      setAddress(text)
      setProgram(false)
    },
  }
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

const PROGRAM_ADDRESS = 'This address has no key of its own: it belongs to a program. Confirm below that it is the vault of your multisig.'

/** What the server says when it cannot check the address now. */
const silenceOf = (error: unknown): string | undefined => (codeOf(error) === 'CHAIN_UNAVAILABLE' ? CANNOT_CHECK : undefined)

const CANNOT_CHECK = 'This address cannot be checked right now. Try again in a minute.'

/** The reason of the server as a sentence about the address. */
const problemOf = (reason: string | null | undefined): string | undefined =>
  reason ? `This address ${reason}. Copy it again from your wallet.` : undefined

const HOUR_SECONDS = 3_600

/** From when on payments go to a wallet. */
const effectOf = (delaySeconds: number): string =>
  delaySeconds === 0
    ? 'Payments created from now on go there; open ones keep the old address.'
    : `Payments created after ${Math.ceil(delaySeconds / HOUR_SECONDS)} hours go there; until then, and for open ones, the old address stays.`
