import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, once, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { messageOf } from '../../ui/problem.ts'
import { toast } from '../../ui/toasts.tsx'
import type { Wallet } from '../use-wallets.ts'
import { useTypedUsername } from './use-typed-username.ts'

interface ClaimAddressProps {
  readonly wallet: Wallet
  /** What stands behind the `@`. */
  readonly host: string
  readonly onClose: () => void
}

/** Registers the address of a wallet, once and for good; whether the name is free is checked while it is typed. */
export function ClaimAddress({ wallet, host, onClose }: ClaimAddressProps) {
  const { typed, type, leave, problem, isAvailable } = useTypedUsername()
  const claim = useClaim(wallet, onClose)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    claim.mutate(typed)
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Claim an address for ${wallet.wallet_id}`}>
      <form className="stack" onSubmit={submit}>
        {claim.error && <Notice state="failed" fact={messageOf(claim.error)} isAlert />}
        <TextField
          label="Name"
          className="mono"
          value={typed}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          error={problem}
          ok={isAvailable ? `${typed}@${host} is free.` : undefined}
          hint={`Letters and digits, for example ada. The address is name@${host}.`}
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="none"
          autoFocus
        />
        <p className="hint">The name belongs to this wallet for good: it cannot be changed or moved.</p>
        <div className="dialog__foot dialog__foot--form">
          <Button onClick={onClose}>Claim none</Button>
          <Button look="primary" type="submit" busy={claim.isPending && 'Claiming…'} disabled={!isAvailable}>
            Claim address
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function useClaim({ wallet_id: walletId }: Wallet, onClose: () => void) {
  const client = useQueryClient()
  const [key] = useState(() => crypto.randomUUID())
  return useMutation({
    mutationFn: (username: string) => api.lightning.address.register.mutate({ walletId, username } as never, once(`${key}-${username}`)),
    onSuccess: async ({ lightning_address: address }) => {
      await client.invalidateQueries({ queryKey: trpc.lightning.pathKey() })
      toast(`${address} is yours.`)
      onClose()
    },
  })
}
