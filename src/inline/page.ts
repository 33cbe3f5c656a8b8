import './near-pictures'
import './later'
