import { USERNAME } from '@gateway/domain/lightning/username'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type Inputs, trpc } from '../../trpc.ts'

const FORM = 'A name has 3 to 32 of the letters a to z and digits'

/** A username as it is typed, in lower case, and whether a wallet can have it. */
export function useTypedUsername() {
  const [typed, setTyped] = useState('')
  const [isLeft, setLeft] = useState(false)
  const username = useDeferredValue(typed)
  const isForm = USERNAME.test(username)
  const check = useQuery(
    trpc.lightning.address.get.queryOptions({ username } as Inputs['lightning']['address']['get'], { enabled: isForm, staleTime: 0 }),
  )
  return {
    typed,
    type: (text: string) => setTyped(text.toLowerCase().trim()),
    leave: () => setLeft(true),
    problem: problemOf({ username, isForm, isLeft, isAvailable: check.data?.available }),
    isAvailable: isForm && username === typed && check.data?.available === true,
  }
}

interface Typed {
  readonly username: string
  readonly isForm: boolean
  readonly isLeft: boolean
  readonly isAvailable: boolean | undefined
}

/** What is wrong is told once the field was left, or when the server knows it. */
function problemOf({ username, isForm, isLeft, isAvailable }: Typed): string | undefined {
  if (!isForm) return isLeft && username !== '' ? FORM : undefined
  return isAvailable === false ? `The name ${username} is taken or reserved. Choose another one.` : undefined
}
