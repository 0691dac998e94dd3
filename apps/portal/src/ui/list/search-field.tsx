import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'

interface SearchFieldProps {
  readonly label: string
  /** What can be searched by. */
  readonly placeholder: string
  readonly text: string
  readonly onSearch: (text: string) => void
}

/** A text to search a list by; it takes effect when it is sent. */
export function SearchField({ label, placeholder, text, onSearch }: SearchFieldProps) {
  const [typed, setTyped] = useState(text)
  useEffect(() => setTyped(text), [text])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(typed.trim())
  }
  return (
    <form className="affix" role="search" onSubmit={submit}>
      <span>
        <Search className="icon icon--sm" aria-hidden="true" />
      </span>
      <input
        className="input ps-0"
        placeholder={placeholder}
        aria-label={label}
        value={typed}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
    </form>
  )
}
