/** The placeholder in the sheet while a page is fetched. */
export function PageLoading() {
  return (
    <section aria-busy="true">
      <p className="sr-only" role="status">
        Loading
      </p>
      <div className="page-head">
        <span className="skel h-7 w-40" />
      </div>
      <span className="skel w-72" />
      <span className="skel h-40 w-full" />
    </section>
  )
}
