-- How each department did in each cycle. Departments of fewer than five people are left out, so that a mean is no one's score.
select
  {{ adapter.quote('cycleName') }} as cycle,
  {{ adapter.quote('department') }} as department,
  count({{ adapter.quote('effective') }}) as people,
  round(cast(avg({{ adapter.quote('effective') }}) as numeric), 2) as score
from {{ ref('current_scores') }}
group by 1, 2
having count({{ adapter.quote('effective') }}) >= 5
