import { startCodeTabs } from './code-tabs.ts'
import { startCopying } from './copy.ts'
import { startFilter } from './filter.ts'
import { startReading } from './reading.ts'
import { startSearch } from './search-box.ts'
import { startTheme } from './theme.ts'

// Every page works without these: the tabs are radio buttons, the search is a form, the menu is a link.
startTheme()
startCodeTabs()
startCopying()
startFilter()
startReading()
startSearch()
