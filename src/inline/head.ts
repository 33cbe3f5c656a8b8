import './theme'
import './catch-up'
