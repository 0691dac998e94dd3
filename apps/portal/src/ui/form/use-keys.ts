import { useState } from 'react'

/** One key for each content of a dialog: what is sent again after a lost answer has its effect once, and what was changed is another request. */
export function useKeys(): (content: string) => string {
  const [keys] = useState(() => new Map<string, string>())
  return (content) => {
    const key = keys.get(content) ?? crypto.randomUUID()
    keys.set(content, key)
    return key
  }
}
