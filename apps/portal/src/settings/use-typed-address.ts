import type { AssetCode } from '@gateway/domain/money/asset'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { trpc } from '../trpc.ts'
import { codeOf } from '../ui/problem.ts'

/** An address for the wallet of a coin as it is typed, and what the server says of it. One of a program is good only once that is confirmed. */
export function useTypedAddress(asset: AssetCode, current: string | undefined) {
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

const PROGRAM_ADDRESS = 'This address has no key of its own: it belongs to a program. Confirm below that it is the vault of your multisig.'

/** What the server says when it cannot check the address now. */
const silenceOf = (error: unknown): string | undefined => (codeOf(error) === 'CHAIN_UNAVAILABLE' ? CANNOT_CHECK : undefined)

const CANNOT_CHECK = 'This address cannot be checked right now. Try again in a minute.'

/** The reason of the server as a sentence about the address. */
const problemOf = (reason: string | null | undefined): string | undefined =>
  reason ? `This address ${reason}. Copy it again from your wallet.` : undefined
