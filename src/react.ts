// React begins in a task of its own, ahead of the shop's code: both in one would hold up a slow phone.
import { bringErrorsBack } from './lib/errors-aside'
import 'react-dom/client'

bringErrorsBack()
