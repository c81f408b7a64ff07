-- Scores of the subjects who still are in their cycle: rows that are gone stay in the warehouse and are marked.
select *
from {{ source('evaluation', 'scores') }}
where coalesce({{ adapter.quote('isDeleted') }}, false) = false
