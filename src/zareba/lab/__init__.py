"""The lab: scenarios, single battles between computer players, batches of thousands, and what they say."""
