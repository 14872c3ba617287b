"""What people read: the entries of rulesets in words, and every sentence in the reader's language.

The English sentence is the key to its translation. Who refuses or tells something says it in
English, in one f-string; what is written down stays English; and only where it is shown to a person
is it said in the language that was asked for. `ja/*.toml` are the sentences with their Japanese.
"""
