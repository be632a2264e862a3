"""The one page of this site."""

from django.urls import path
from django.views.generic import TemplateView

TITLE = "The chandlery"
urlpatterns = [path("", TemplateView.as_view(template_name="index.html", extra_context={"title": TITLE}))]
