-- What each department lacks most in each cycle: the requirements that its people miss, with the mean of the missing levels. Departments
-- of fewer than five people are left out, and requirements that fewer than three miss, so that no row is one person's.
with departments as (
  select {{ adapter.quote('cycleId') }}, {{ adapter.quote('department') }}
  from {{ source('evaluation', 'gaps') }}
  group by 1, 2
  having count(distinct {{ adapter.quote('employeeId') }}) >= 5
)
select
  gaps.{{ adapter.quote('cycleName') }} as cycle,
  gaps.{{ adapter.quote('department') }} as department,
  gaps.{{ adapter.quote('requirement') }} as requirement,
  count(*) as people,
  round(cast(avg(gaps.{{ adapter.quote('gapLevel') }}) as numeric), 2) as missing_levels
from {{ source('evaluation', 'gaps') }} as gaps
inner join departments
  on gaps.{{ adapter.quote('cycleId') }} = departments.{{ adapter.quote('cycleId') }}
  and gaps.{{ adapter.quote('department') }} = departments.{{ adapter.quote('department') }}
where gaps.{{ adapter.quote('gapLevel') }} > 0
group by 1, 2, 3
having count(*) >= 3
