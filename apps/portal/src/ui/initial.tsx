/** The first character of a name, where a picture would be. */
export const Initial = ({ name, isRound = false }: { readonly name: string; readonly isRound?: boolean }) => (
  <span className={isRound ? 'avatar avatar--sm avatar--round' : 'avatar avatar--sm'} aria-hidden="true">
    {String.fromCodePoint(name.codePointAt(0) ?? 0x3f).toUpperCase()}
  </span>
)
